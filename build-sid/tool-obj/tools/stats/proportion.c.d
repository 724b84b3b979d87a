build-sid/tool-obj/tools/stats/proportion.c.o: tools/stats/proportion.c \
 tools/stats/proportion.h
tools/stats/proportion.h:
