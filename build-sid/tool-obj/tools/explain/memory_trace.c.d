build-sid/tool-obj/tools/explain/memory_trace.c.o: \
 tools/explain/memory_trace.c tools/explain/memory_trace.h \
 tools/explain/instruction_profile.h tools/base/arena.h \
 tools/base/number_map.h tools/memory/system.h tools/memory/cache.h \
 tools/memory/geometry.h tools/memory/prefetcher.h tools/base/alloc.h \
 tools/base/file.h
tools/explain/memory_trace.h:
tools/explain/instruction_profile.h:
tools/base/arena.h:
tools/base/number_map.h:
tools/memory/system.h:
tools/memory/cache.h:
tools/memory/geometry.h:
tools/memory/prefetcher.h:
tools/base/alloc.h:
tools/base/file.h:
