build-sid/tool-obj/tools/memory/cache.c.o: tools/memory/cache.c \
 tools/memory/cache.h tools/base/alloc.h
tools/memory/cache.h:
tools/base/alloc.h:
