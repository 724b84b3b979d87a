build-sid/tool-obj/tools/run/boot.c.o: tools/run/boot.c tools/run/boot.h \
 tools/run/qemu_command.h tools/run/machine_request.h lib/option/option.h \
 lib/text/fmt.h tools/run/request.h lib/text/command_line.h \
 tools/run/boot/linux_kernel.h tools/run/input/input_script.h \
 tools/run/input/input_keys.h tools/run/target_params.h \
 lib/disk_pattern.h tools/base/file.h tools/results/load.h \
 tools/base/utf8.h tools/record/log.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/record/result.h tools/base/arena.h \
 tools/results/run_directory.h tools/analysis/analysis.h \
 tools/analysis/coarse_clock.h tools/analysis/metrics.h \
 tools/analysis/name_index.h tools/base/number_map.h \
 tools/analysis/timing.h tools/stats/stats.h tools/record/point.h \
 tools/analysis/interrupt_gap.h tools/analysis/loss.h \
 tools/analysis/methods.h tools/stats/slope.h tools/analysis/predict.h \
 tools/analysis/selftest.h tools/analysis/validity.h \
 tools/stats/plateau.h tools/run/boot/initramfs.h \
 tools/run/boot/archive.h tools/run/boot/own_file.h tools/run/guest.h
tools/run/boot.h:
tools/run/qemu_command.h:
tools/run/machine_request.h:
lib/option/option.h:
lib/text/fmt.h:
tools/run/request.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/target_params.h:
lib/disk_pattern.h:
tools/base/file.h:
tools/results/load.h:
tools/base/utf8.h:
tools/record/log.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/record/result.h:
tools/base/arena.h:
tools/results/run_directory.h:
tools/analysis/analysis.h:
tools/analysis/coarse_clock.h:
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
tools/run/boot/initramfs.h:
tools/run/boot/archive.h:
tools/run/boot/own_file.h:
tools/run/guest.h:
