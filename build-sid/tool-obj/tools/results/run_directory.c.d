build-sid/tool-obj/tools/results/run_directory.c.o: \
 tools/results/run_directory.c tools/results/run_directory.h \
 tools/analysis/analysis.h tools/analysis/coarse_clock.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/stats/stats.h \
 tools/record/point.h tools/analysis/interrupt_gap.h \
 tools/analysis/loss.h tools/analysis/methods.h tools/stats/slope.h \
 tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h tools/base/alloc.h \
 tools/base/build_id.h tools/base/directory.h tools/base/exit_status.h \
 tools/base/file.h tools/base/json_file.h tools/base/json_text.h \
 tools/base/out.h tools/results/json.h tools/results/load.h \
 tools/base/utf8.h
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
tools/base/alloc.h:
tools/base/build_id.h:
tools/base/directory.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/base/json_file.h:
tools/base/json_text.h:
tools/base/out.h:
tools/results/json.h:
tools/results/load.h:
tools/base/utf8.h:
