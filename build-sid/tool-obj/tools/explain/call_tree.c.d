build-sid/tool-obj/tools/explain/call_tree.c.o: tools/explain/call_tree.c \
 tools/explain/call_tree.h tools/base/number_map.h \
 tools/explain/code_names.h tools/explain/moved_program.h \
 tools/explain/instruction_profile.h tools/base/arena.h \
 tools/explain/elf_file.h tools/explain/inline_names.h \
 tools/explain/symbol_list.h tools/explain/window.h tools/base/alloc.h
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
tools/base/alloc.h:
