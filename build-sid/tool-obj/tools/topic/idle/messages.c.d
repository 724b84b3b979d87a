build-sid/tool-obj/tools/topic/idle/messages.c.o: \
 tools/topic/idle/messages.c tools/topic/idle/idle.h tools/idle/view.h \
 lib/text/patterns.h tools/analysis/analysis.h \
 tools/analysis/coarse_clock.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/stats/stats.h \
 tools/record/point.h tools/analysis/interrupt_gap.h \
 tools/analysis/loss.h tools/analysis/methods.h tools/stats/slope.h \
 tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h \
 tools/idle/action_counts.h tools/idle/messages.h lib/event/message_log.h \
 lib/event/think_wait.h tools/idle/actions.h tools/idle/trace.h \
 lib/event/idle.h tools/idle/event_set.h tools/stats/latency.h \
 tools/idle/gaps.h tools/idle/noise.h tools/idle/operations.h \
 tools/idle/replay.h tools/idle/trials.h tools/table/table.h \
 tools/table/chart.h
tools/topic/idle/idle.h:
tools/idle/view.h:
lib/text/patterns.h:
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
tools/idle/action_counts.h:
tools/idle/messages.h:
lib/event/message_log.h:
lib/event/think_wait.h:
tools/idle/actions.h:
tools/idle/trace.h:
lib/event/idle.h:
tools/idle/event_set.h:
tools/stats/latency.h:
tools/idle/gaps.h:
tools/idle/noise.h:
tools/idle/operations.h:
tools/idle/replay.h:
tools/idle/trials.h:
tools/table/table.h:
tools/table/chart.h:
