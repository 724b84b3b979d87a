build-sid/tool-obj/tools/memory/system.c.o: tools/memory/system.c \
 tools/memory/system.h tools/memory/cache.h tools/memory/geometry.h \
 tools/memory/prefetcher.h
tools/memory/system.h:
tools/memory/cache.h:
tools/memory/geometry.h:
tools/memory/prefetcher.h:
