build-sid/tool-obj/tools/cmd/capture.c.o: tools/cmd/capture.c \
 tools/base/alloc.h tools/base/arguments.h lib/option/option.h \
 lib/text/fmt.h tools/base/clock.h tools/base/exit_status.h \
 tools/base/signals.h tools/cmd/commands.h tools/results/run_directory.h \
 tools/analysis/analysis.h tools/analysis/coarse_clock.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/stats/stats.h \
 tools/record/point.h tools/analysis/interrupt_gap.h \
 tools/analysis/loss.h tools/analysis/methods.h tools/stats/slope.h \
 tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h tools/run/finish.h \
 tools/run/input/input_sender.h tools/run/input/input_script.h \
 tools/run/input/input_keys.h tools/run/input/qmp.h tools/run/progress.h \
 tools/results/load.h tools/base/utf8.h tools/run/request.h \
 lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/machine_request.h tools/run/port.h
tools/base/alloc.h:
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/clock.h:
tools/base/exit_status.h:
tools/base/signals.h:
tools/cmd/commands.h:
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
tools/run/finish.h:
tools/run/input/input_sender.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/input/qmp.h:
tools/run/progress.h:
tools/results/load.h:
tools/base/utf8.h:
tools/run/request.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/machine_request.h:
tools/run/port.h:
