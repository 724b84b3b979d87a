build-sid/tool-obj/tools/results/json_stats.c.o: \
 tools/results/json_stats.c tools/results/json_stats.h \
 tools/base/json_text.h tools/base/out.h tools/stats/stats.h
tools/results/json_stats.h:
tools/base/json_text.h:
tools/base/out.h:
tools/stats/stats.h:
