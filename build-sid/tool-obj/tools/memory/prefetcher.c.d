build-sid/tool-obj/tools/memory/prefetcher.c.o: tools/memory/prefetcher.c \
 tools/memory/prefetcher.h tools/memory/geometry.h
tools/memory/prefetcher.h:
tools/memory/geometry.h:
