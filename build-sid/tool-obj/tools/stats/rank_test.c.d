build-sid/tool-obj/tools/stats/rank_test.c.o: tools/stats/rank_test.c \
 tools/stats/rank_test.h tools/base/alloc.h
tools/stats/rank_test.h:
tools/base/alloc.h:
