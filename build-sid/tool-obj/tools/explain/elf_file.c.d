build-sid/tool-obj/tools/explain/elf_file.c.o: tools/explain/elf_file.c \
 tools/explain/elf_file.h tools/explain/inline_names.h \
 tools/explain/symbol_list.h tools/base/file.h
tools/explain/elf_file.h:
tools/explain/inline_names.h:
tools/explain/symbol_list.h:
tools/base/file.h:
