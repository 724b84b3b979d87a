build-sid/tool-obj/tools/run/machine.c.o: tools/run/machine.c \
 tools/run/machine.h tools/run/request.h lib/option/option.h \
 lib/text/fmt.h lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h lib/text/string.h tools/base/alloc.h \
 tools/base/child.h tools/base/clock.h tools/base/exit_status.h \
 tools/base/file.h tools/base/signals.h tools/base/utf8.h \
 tools/host/nesting.h tools/host/host_noise.h \
 tools/results/run_directory.h tools/analysis/analysis.h \
 tools/analysis/coarse_clock.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/stats/stats.h \
 tools/record/point.h tools/analysis/interrupt_gap.h \
 tools/analysis/loss.h tools/analysis/methods.h tools/stats/slope.h \
 tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h tools/run/accel.h \
 tools/run/baseline_check.h tools/results/baseline.h \
 tools/run/baseline_conditions.h tools/run/booted.h tools/run/boot.h \
 tools/run/qemu_command.h tools/run/target_params.h tools/run/finish.h \
 tools/run/input/input_sender.h tools/run/input/qmp.h \
 tools/run/progress.h tools/results/load.h tools/run/follow.h \
 tools/run/qemu_process.h tools/base/capped_file.h tools/run/hypervisor.h
tools/run/machine.h:
tools/run/request.h:
lib/option/option.h:
lib/text/fmt.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
lib/text/string.h:
tools/base/alloc.h:
tools/base/child.h:
tools/base/clock.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/base/signals.h:
tools/base/utf8.h:
tools/host/nesting.h:
tools/host/host_noise.h:
tools/results/run_directory.h:
tools/analysis/analysis.h:
tools/analysis/coarse_clock.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/analysis/metrics.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/analysis/timing.h:
tools/stats/stats.h:
tools/record/point.h:
tools/analysis/interrupt_gap.h:
tools/analysis/loss.h:
tools/analysis/methods.h:
tools/stats/slope.h:
tools/analysis/predict.h:
tools/analysis/selftest.h:
tools/analysis/validity.h:
tools/stats/plateau.h:
tools/run/accel.h:
tools/run/baseline_check.h:
tools/results/baseline.h:
tools/run/baseline_conditions.h:
tools/run/booted.h:
tools/run/boot.h:
tools/run/qemu_command.h:
tools/run/target_params.h:
tools/run/finish.h:
tools/run/input/input_sender.h:
tools/run/input/qmp.h:
tools/run/progress.h:
tools/results/load.h:
tools/run/follow.h:
tools/run/qemu_process.h:
tools/base/capped_file.h:
tools/run/hypervisor.h:
