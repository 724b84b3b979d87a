build-sid/tool-obj/tools/results/load.c.o: tools/results/load.c \
 tools/results/load.h tools/base/utf8.h tools/record/log.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/record/result.h tools/base/arena.h tools/base/alloc.h \
 tools/base/file.h tools/results/json.h tools/analysis/analysis.h \
 tools/analysis/coarse_clock.h tools/analysis/metrics.h \
 tools/analysis/name_index.h tools/base/number_map.h \
 tools/analysis/timing.h tools/stats/stats.h tools/record/point.h \
 tools/analysis/interrupt_gap.h tools/analysis/loss.h \
 tools/analysis/methods.h tools/stats/slope.h tools/analysis/predict.h \
 tools/analysis/selftest.h tools/analysis/validity.h \
 tools/stats/plateau.h
tools/results/load.h:
tools/base/utf8.h:
tools/record/log.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/record/result.h:
tools/base/arena.h:
tools/base/alloc.h:
tools/base/file.h:
tools/results/json.h:
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
