build-sid/tool-obj/tools/stats/circular.c.o: tools/stats/circular.c \
 tools/stats/circular.h
tools/stats/circular.h:
