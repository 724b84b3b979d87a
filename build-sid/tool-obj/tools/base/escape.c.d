build-sid/tool-obj/tools/base/escape.c.o: tools/base/escape.c \
 tools/base/escape.h
tools/base/escape.h:
