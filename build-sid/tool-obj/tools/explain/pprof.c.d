build-sid/tool-obj/tools/explain/pprof.c.o: tools/explain/pprof.c \
 tools/base/alloc.h tools/base/file.h tools/explain/export.h \
 tools/flame/flames.h tools/explain/explanation.h lib/text/patterns.h \
 tools/explain/call_tree.h tools/base/number_map.h \
 tools/explain/code_names.h tools/explain/moved_program.h \
 tools/explain/instruction_profile.h tools/base/arena.h \
 tools/explain/elf_file.h tools/explain/inline_names.h \
 tools/explain/symbol_list.h tools/explain/window.h \
 tools/explain/memory_sums.h tools/explain/memory_trace.h \
 tools/memory/system.h tools/memory/cache.h tools/memory/geometry.h \
 tools/memory/prefetcher.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/record/log.h
tools/base/alloc.h:
tools/base/file.h:
tools/explain/export.h:
tools/flame/flames.h:
tools/explain/explanation.h:
lib/text/patterns.h:
tools/explain/call_tree.h:
tools/base/number_map.h:
tools/explain/code_names.h:
tools/explain/moved_program.h:
tools/explain/instruction_profile.h:
tools/base/arena.h:
tools/explain/elf_file.h:
tools/explain/inline_names.h:
tools/explain/symbol_list.h:
tools/explain/window.h:
tools/explain/memory_sums.h:
tools/explain/memory_trace.h:
tools/memory/system.h:
tools/memory/cache.h:
tools/memory/geometry.h:
tools/memory/prefetcher.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/record/log.h:
