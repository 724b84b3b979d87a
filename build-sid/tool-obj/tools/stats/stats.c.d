build-sid/tool-obj/tools/stats/stats.c.o: tools/stats/stats.c \
 tools/stats/stats.h tools/base/sort.h
tools/stats/stats.h:
tools/base/sort.h:
