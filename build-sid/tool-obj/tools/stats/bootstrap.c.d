build-sid/tool-obj/tools/stats/bootstrap.c.o: tools/stats/bootstrap.c \
 tools/stats/bootstrap.h tools/base/alloc.h tools/stats/stats.h
tools/stats/bootstrap.h:
tools/base/alloc.h:
tools/stats/stats.h:
