build-sid/tool-obj/tools/results/json_counts.c.o: \
 tools/results/json_counts.c tools/results/json_counts.h \
 tools/base/json_scan.h tools/base/json_text.h tools/base/out.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 lib/wire/samples.h tools/analysis/counts.h tools/record/count_record.h \
 tools/stats/stats.h tools/record/json_record.h \
 tools/results/json_stats.h
tools/results/json_counts.h:
tools/base/json_scan.h:
tools/base/json_text.h:
tools/base/out.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
lib/wire/samples.h:
tools/analysis/counts.h:
tools/record/count_record.h:
tools/stats/stats.h:
tools/record/json_record.h:
tools/results/json_stats.h:
