build-sid/tool-obj/tools/results/json_read.c.o: tools/results/json_read.c \
 lib/wire/samples.h tools/base/alloc.h tools/base/file.h \
 tools/record/json_record.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/json_scan.h tools/results/json.h \
 tools/analysis/analysis.h tools/analysis/coarse_clock.h \
 tools/record/result.h tools/base/arena.h tools/record/log.h \
 tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/stats/stats.h \
 tools/record/point.h tools/analysis/interrupt_gap.h \
 tools/analysis/loss.h tools/analysis/methods.h tools/stats/slope.h \
 tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h \
 tools/results/json_counts.h tools/base/json_text.h tools/base/out.h \
 tools/results/json_traces.h
lib/wire/samples.h:
tools/base/alloc.h:
tools/base/file.h:
tools/record/json_record.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/json_scan.h:
tools/results/json.h:
tools/analysis/analysis.h:
tools/analysis/coarse_clock.h:
tools/record/result.h:
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
tools/results/json_counts.h:
tools/base/json_text.h:
tools/base/out.h:
tools/results/json_traces.h:
