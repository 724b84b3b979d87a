build-sid/tool-obj/tools/run/boots/repeated.c.o: \
 tools/run/boots/repeated.c tools/run/boots/repeated.h \
 tools/run/request.h lib/option/option.h lib/text/fmt.h \
 lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h tools/base/alloc.h tools/base/exit_status.h \
 tools/base/file.h tools/compare/compare.h lib/text/patterns.h \
 tools/compare/compared_runs.h tools/analysis/analysis.h \
 tools/analysis/coarse_clock.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/stats/stats.h \
 tools/record/point.h tools/analysis/interrupt_gap.h \
 tools/analysis/loss.h tools/analysis/methods.h tools/stats/slope.h \
 tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h tools/stats/bootstrap.h \
 tools/compare/same_machine.h tools/compare/unstable_timing.h \
 tools/results/run_directory.h tools/run/booted.h tools/run/boot.h \
 tools/run/qemu_command.h tools/run/target_params.h \
 tools/run/boots/boot_until_stable.h tools/run/machine.h \
 tools/topic/boots.h tools/table/table.h tools/table/chart.h \
 tools/view/text.h
tools/run/boots/repeated.h:
tools/run/request.h:
lib/option/option.h:
lib/text/fmt.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
tools/base/alloc.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/compare/compare.h:
lib/text/patterns.h:
tools/compare/compared_runs.h:
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
tools/stats/bootstrap.h:
tools/compare/same_machine.h:
tools/compare/unstable_timing.h:
tools/results/run_directory.h:
tools/run/booted.h:
tools/run/boot.h:
tools/run/qemu_command.h:
tools/run/target_params.h:
tools/run/boots/boot_until_stable.h:
tools/run/machine.h:
tools/topic/boots.h:
tools/table/table.h:
tools/table/chart.h:
tools/view/text.h:
