build-sid/tool-obj/tools/run/baseline_check.c.o: \
 tools/run/baseline_check.c tools/run/baseline_check.h \
 tools/results/baseline.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/run/request.h lib/option/option.h \
 lib/text/fmt.h lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h tools/base/alloc.h tools/base/exit_status.h \
 tools/base/file.h tools/explain/unattributed.h tools/explain/window.h \
 tools/explain/instruction_profile.h tools/base/number_map.h \
 tools/results/load.h tools/base/utf8.h tools/results/run_directory.h \
 tools/analysis/analysis.h tools/analysis/coarse_clock.h \
 tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/analysis/timing.h tools/stats/stats.h tools/record/point.h \
 tools/analysis/interrupt_gap.h tools/analysis/loss.h \
 tools/analysis/methods.h tools/stats/slope.h tools/analysis/predict.h \
 tools/analysis/selftest.h tools/analysis/validity.h \
 tools/stats/plateau.h tools/run/reproduce.h tools/compare/layers.h \
 tools/compare/compare.h lib/text/patterns.h \
 tools/compare/compared_runs.h tools/stats/bootstrap.h \
 tools/compare/same_machine.h tools/run/baseline_cases.h \
 tools/table/table.h tools/table/chart.h tools/run/baseline_conditions.h \
 tools/view/data.h
tools/run/baseline_check.h:
tools/results/baseline.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
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
tools/explain/unattributed.h:
tools/explain/window.h:
tools/explain/instruction_profile.h:
tools/base/number_map.h:
tools/results/load.h:
tools/base/utf8.h:
tools/results/run_directory.h:
tools/analysis/analysis.h:
tools/analysis/coarse_clock.h:
tools/analysis/metrics.h:
tools/analysis/name_index.h:
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
tools/run/reproduce.h:
tools/compare/layers.h:
tools/compare/compare.h:
lib/text/patterns.h:
tools/compare/compared_runs.h:
tools/stats/bootstrap.h:
tools/compare/same_machine.h:
tools/run/baseline_cases.h:
tools/table/table.h:
tools/table/chart.h:
tools/run/baseline_conditions.h:
tools/view/data.h:
