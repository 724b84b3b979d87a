build-sid/tool-obj/tools/base/signals.c.o: tools/base/signals.c \
 tools/base/signals.h
tools/base/signals.h:
