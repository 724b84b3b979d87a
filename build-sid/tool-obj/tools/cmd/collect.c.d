build-sid/tool-obj/tools/cmd/collect.c.o: tools/cmd/collect.c \
 tools/base/alloc.h tools/base/arguments.h lib/option/option.h \
 lib/text/fmt.h tools/base/exit_status.h tools/base/directory.h \
 tools/base/file.h tools/cmd/collect_report.h tools/cmd/commands.h \
 tools/results/load.h tools/base/utf8.h tools/record/log.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/record/result.h tools/base/arena.h tools/results/run_directory.h \
 tools/analysis/analysis.h tools/analysis/coarse_clock.h \
 tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/stats/stats.h \
 tools/record/point.h tools/analysis/interrupt_gap.h \
 tools/analysis/loss.h tools/analysis/methods.h tools/stats/slope.h \
 tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h tools/topic/runs/runs.h \
 tools/compare/same_machine.h tools/compare/compare.h lib/text/patterns.h \
 tools/compare/compared_runs.h tools/stats/bootstrap.h \
 tools/table/table.h tools/table/chart.h tools/topic/runs/side_by_side.h \
 tools/view/page.h tools/view/plot/plot.h
tools/base/alloc.h:
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/exit_status.h:
tools/base/directory.h:
tools/base/file.h:
tools/cmd/collect_report.h:
tools/cmd/commands.h:
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
tools/topic/runs/runs.h:
tools/compare/same_machine.h:
tools/compare/compare.h:
lib/text/patterns.h:
tools/compare/compared_runs.h:
tools/stats/bootstrap.h:
tools/table/table.h:
tools/table/chart.h:
tools/topic/runs/side_by_side.h:
tools/view/page.h:
tools/view/plot/plot.h:
