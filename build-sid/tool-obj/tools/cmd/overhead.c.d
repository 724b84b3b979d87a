build-sid/tool-obj/tools/cmd/overhead.c.o: tools/cmd/overhead.c \
 tools/base/arguments.h lib/option/option.h lib/text/fmt.h \
 tools/base/exit_status.h tools/cmd/commands.h tools/cmd/common_options.h \
 tools/cmd/output.h lib/text/patterns.h tools/record/result.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/table/table.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/stats/stats.h tools/table/chart.h \
 tools/cmd/side_paths.h tools/compare/compare.h \
 tools/compare/compared_runs.h tools/analysis/analysis.h \
 tools/analysis/coarse_clock.h tools/analysis/metrics.h \
 tools/analysis/timing.h tools/record/point.h \
 tools/analysis/interrupt_gap.h tools/analysis/loss.h \
 tools/analysis/methods.h tools/stats/slope.h tools/analysis/predict.h \
 tools/analysis/selftest.h tools/analysis/validity.h \
 tools/stats/plateau.h tools/stats/bootstrap.h \
 tools/cmd/interleaved_options.h tools/run/request.h \
 lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h tools/compare/unstable_timing.h \
 tools/run/boots/interleaved.h tools/compare/kernels.h \
 tools/topic/kernels.h tools/topic/overhead.h \
 tools/compare/same_machine.h tools/view/text.h
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/exit_status.h:
tools/cmd/commands.h:
tools/cmd/common_options.h:
tools/cmd/output.h:
lib/text/patterns.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/cmd/side_paths.h:
tools/compare/compare.h:
tools/compare/compared_runs.h:
tools/analysis/analysis.h:
tools/analysis/coarse_clock.h:
tools/analysis/metrics.h:
tools/analysis/timing.h:
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
tools/cmd/interleaved_options.h:
tools/run/request.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
tools/compare/unstable_timing.h:
tools/run/boots/interleaved.h:
tools/compare/kernels.h:
tools/topic/kernels.h:
tools/topic/overhead.h:
tools/compare/same_machine.h:
tools/view/text.h:
