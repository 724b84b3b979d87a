build-sid/tool-obj/tools/cmd/compare.c.o: tools/cmd/compare.c \
 tools/base/arguments.h lib/option/option.h lib/text/fmt.h \
 tools/base/exit_status.h tools/cmd/commands.h tools/cmd/common_options.h \
 tools/cmd/explain_commands.h tools/compare/compare.h lib/text/patterns.h \
 tools/compare/compared_runs.h tools/analysis/analysis.h \
 tools/analysis/coarse_clock.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/stats/stats.h \
 tools/record/point.h tools/analysis/interrupt_gap.h \
 tools/analysis/loss.h tools/analysis/methods.h tools/stats/slope.h \
 tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h tools/stats/bootstrap.h \
 tools/table/table.h tools/table/chart.h tools/cmd/output.h \
 tools/cmd/side_paths.h tools/cmd/interleaved_options.h \
 tools/run/request.h lib/text/command_line.h \
 tools/run/boot/linux_kernel.h tools/run/input/input_script.h \
 tools/run/input/input_keys.h tools/run/machine_request.h \
 tools/compare/last_run.h tools/compare/unstable_timing.h \
 tools/run/boots/interleaved.h tools/compare/kernels.h \
 tools/topic/change.h tools/compare/judge.h tools/compare/same_machine.h
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/exit_status.h:
tools/cmd/commands.h:
tools/cmd/common_options.h:
tools/cmd/explain_commands.h:
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
tools/table/table.h:
tools/table/chart.h:
tools/cmd/output.h:
tools/cmd/side_paths.h:
tools/cmd/interleaved_options.h:
tools/run/request.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
tools/compare/last_run.h:
tools/compare/unstable_timing.h:
tools/run/boots/interleaved.h:
tools/compare/kernels.h:
tools/topic/change.h:
tools/compare/judge.h:
tools/compare/same_machine.h:
