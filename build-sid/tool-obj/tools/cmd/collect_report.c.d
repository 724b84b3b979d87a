build-sid/tool-obj/tools/cmd/collect_report.c.o: \
 tools/cmd/collect_report.c tools/cmd/collect_report.h tools/base/alloc.h \
 tools/base/build_id.h tools/base/exit_status.h tools/base/directory.h \
 tools/base/file.h tools/base/json_text.h tools/base/out.h \
 tools/results/load.h tools/base/utf8.h tools/record/log.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/record/result.h tools/base/arena.h tools/results/run_directory.h \
 tools/analysis/analysis.h tools/analysis/coarse_clock.h \
 tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/stats/stats.h \
 tools/record/point.h tools/analysis/interrupt_gap.h \
 tools/analysis/loss.h tools/analysis/methods.h tools/stats/slope.h \
 tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h tools/share/tarball.h \
 tools/share/scrub.h tools/share/shared_log.h
tools/cmd/collect_report.h:
tools/base/alloc.h:
tools/base/build_id.h:
tools/base/exit_status.h:
tools/base/directory.h:
tools/base/file.h:
tools/base/json_text.h:
tools/base/out.h:
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
tools/share/tarball.h:
tools/share/scrub.h:
tools/share/shared_log.h:
