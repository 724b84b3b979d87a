build-sid/tool-obj/tools/run/finish.c.o: tools/run/finish.c \
 tools/run/finish.h tools/run/input/input_sender.h tools/record/result.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/run/input/input_script.h \
 tools/run/input/input_keys.h tools/run/input/qmp.h tools/run/progress.h \
 tools/results/load.h tools/base/utf8.h tools/analysis/outliers.h \
 tools/analysis/analysis.h tools/analysis/coarse_clock.h \
 tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/stats/stats.h \
 tools/record/point.h tools/analysis/interrupt_gap.h \
 tools/analysis/loss.h tools/analysis/methods.h tools/stats/slope.h \
 tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h tools/base/exit_status.h \
 tools/base/signals.h tools/results/run_directory.h tools/topic/topic.h \
 lib/text/patterns.h tools/table/table.h tools/table/chart.h \
 tools/view/summary_view.h tools/view/text.h tools/view/page.h \
 tools/view/plot/plot.h
tools/run/finish.h:
tools/run/input/input_sender.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/input/qmp.h:
tools/run/progress.h:
tools/results/load.h:
tools/base/utf8.h:
tools/analysis/outliers.h:
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
tools/base/exit_status.h:
tools/base/signals.h:
tools/results/run_directory.h:
tools/topic/topic.h:
lib/text/patterns.h:
tools/table/table.h:
tools/table/chart.h:
tools/view/summary_view.h:
tools/view/text.h:
tools/view/page.h:
tools/view/plot/plot.h:
