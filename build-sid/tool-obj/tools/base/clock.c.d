build-sid/tool-obj/tools/base/clock.c.o: tools/base/clock.c \
 tools/base/clock.h
tools/base/clock.h:
