build-sid/tool-obj/tools/stats/latency.c.o: tools/stats/latency.c \
 tools/stats/latency.h
tools/stats/latency.h:
