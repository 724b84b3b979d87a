build-sid/tool-obj/tools/stats/rank_runs.c.o: tools/stats/rank_runs.c \
 tools/stats/rank_runs.h tools/stats/bootstrap.h tools/stats/rank_test.h \
 tools/stats/stats.h tools/base/alloc.h
tools/stats/rank_runs.h:
tools/stats/bootstrap.h:
tools/stats/rank_test.h:
tools/stats/stats.h:
tools/base/alloc.h:
