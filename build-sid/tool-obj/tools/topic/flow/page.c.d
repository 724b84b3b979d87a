build-sid/tool-obj/tools/topic/flow/page.c.o: tools/topic/flow/page.c \
 tools/base/file.h tools/flow/drawing.h tools/flow/layout.h \
 tools/flow/filter.h lib/option/option.h lib/text/fmt.h \
 lib/text/patterns.h tools/flow/expr.h tools/flow/use.h \
 tools/flow/graph.h tools/flow/interaction.h tools/flow/log.h \
 lib/event/flow.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/base/arena.h tools/base/number_map.h tools/record/log.h \
 tools/flow/order.h tools/flow/session.h tools/analysis/loss.h \
 tools/record/result.h tools/flow/path.h tools/flow/duration.h \
 tools/topic/flow/flow.h tools/flow/load/sample.h tools/flow/tree/tree.h \
 tools/table/table.h tools/analysis/name_index.h tools/stats/stats.h \
 tools/table/chart.h tools/topic/topic.h tools/analysis/analysis.h \
 tools/analysis/coarse_clock.h tools/analysis/metrics.h \
 tools/analysis/timing.h tools/record/point.h \
 tools/analysis/interrupt_gap.h tools/analysis/methods.h \
 tools/stats/slope.h tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h
tools/base/file.h:
tools/flow/drawing.h:
tools/flow/layout.h:
tools/flow/filter.h:
lib/option/option.h:
lib/text/fmt.h:
lib/text/patterns.h:
tools/flow/expr.h:
tools/flow/use.h:
tools/flow/graph.h:
tools/flow/interaction.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:
tools/flow/order.h:
tools/flow/session.h:
tools/analysis/loss.h:
tools/record/result.h:
tools/flow/path.h:
tools/flow/duration.h:
tools/topic/flow/flow.h:
tools/flow/load/sample.h:
tools/flow/tree/tree.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/topic/topic.h:
tools/analysis/analysis.h:
tools/analysis/coarse_clock.h:
tools/analysis/metrics.h:
tools/analysis/timing.h:
tools/record/point.h:
tools/analysis/interrupt_gap.h:
tools/analysis/methods.h:
tools/stats/slope.h:
tools/analysis/predict.h:
tools/analysis/selftest.h:
tools/analysis/validity.h:
tools/stats/plateau.h:
