build-sid/tool-obj/tools/explain/moved_program.c.o: \
 tools/explain/moved_program.c tools/explain/moved_program.h \
 tools/explain/instruction_profile.h tools/base/arena.h \
 tools/base/number_map.h tools/explain/elf_file.h \
 tools/explain/inline_names.h tools/explain/symbol_list.h \
 tools/base/alloc.h tools/base/utf8.h
tools/explain/moved_program.h:
tools/explain/instruction_profile.h:
tools/base/arena.h:
tools/base/number_map.h:
tools/explain/elf_file.h:
tools/explain/inline_names.h:
tools/explain/symbol_list.h:
tools/base/alloc.h:
tools/base/utf8.h:
