build-sid/tool-obj/tools/idle/event_set.c.o: tools/idle/event_set.c \
 tools/idle/event_set.h tools/stats/latency.h tools/base/alloc.h \
 tools/stats/stats.h
tools/idle/event_set.h:
tools/stats/latency.h:
tools/base/alloc.h:
tools/stats/stats.h:
