build-sid/tool-obj/tools/flame/flames.c.o: tools/flame/flames.c \
 tools/flame/flames.h tools/base/alloc.h tools/base/escape.h
tools/flame/flames.h:
tools/base/alloc.h:
tools/base/escape.h:
