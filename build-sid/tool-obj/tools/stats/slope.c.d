build-sid/tool-obj/tools/stats/slope.c.o: tools/stats/slope.c \
 tools/stats/slope.h tools/base/sort.h tools/stats/bootstrap.h \
 tools/stats/stats.h
tools/stats/slope.h:
tools/base/sort.h:
tools/stats/bootstrap.h:
tools/stats/stats.h:
