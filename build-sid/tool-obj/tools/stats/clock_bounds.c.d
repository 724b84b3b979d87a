build-sid/tool-obj/tools/stats/clock_bounds.c.o: \
 tools/stats/clock_bounds.c tools/stats/clock_bounds.h tools/base/alloc.h
tools/stats/clock_bounds.h:
tools/base/alloc.h:
