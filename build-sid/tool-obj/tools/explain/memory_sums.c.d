build-sid/tool-obj/tools/explain/memory_sums.c.o: \
 tools/explain/memory_sums.c tools/explain/memory_sums.h \
 tools/explain/code_names.h tools/explain/moved_program.h \
 tools/explain/instruction_profile.h tools/base/arena.h \
 tools/base/number_map.h tools/explain/elf_file.h \
 tools/explain/inline_names.h tools/explain/symbol_list.h \
 tools/explain/memory_trace.h tools/memory/system.h tools/memory/cache.h \
 tools/memory/geometry.h tools/memory/prefetcher.h tools/explain/window.h \
 tools/base/alloc.h
tools/explain/memory_sums.h:
tools/explain/code_names.h:
tools/explain/moved_program.h:
tools/explain/instruction_profile.h:
tools/base/arena.h:
tools/base/number_map.h:
tools/explain/elf_file.h:
tools/explain/inline_names.h:
tools/explain/symbol_list.h:
tools/explain/memory_trace.h:
tools/memory/system.h:
tools/memory/cache.h:
tools/memory/geometry.h:
tools/memory/prefetcher.h:
tools/explain/window.h:
tools/base/alloc.h:
