build-sid/tool-obj/tools/explain/code_names.c.o: \
 tools/explain/code_names.c tools/explain/code_names.h \
 tools/explain/moved_program.h tools/explain/instruction_profile.h \
 tools/base/arena.h tools/base/number_map.h tools/explain/elf_file.h \
 tools/explain/inline_names.h tools/explain/symbol_list.h
tools/explain/code_names.h:
tools/explain/moved_program.h:
tools/explain/instruction_profile.h:
tools/base/arena.h:
tools/base/number_map.h:
tools/explain/elf_file.h:
tools/explain/inline_names.h:
tools/explain/symbol_list.h:
