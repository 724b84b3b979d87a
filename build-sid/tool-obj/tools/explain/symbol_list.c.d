build-sid/tool-obj/tools/explain/symbol_list.c.o: \
 tools/explain/symbol_list.c tools/explain/symbol_list.h \
 tools/base/alloc.h tools/base/file.h tools/base/utf8.h
tools/explain/symbol_list.h:
tools/base/alloc.h:
tools/base/file.h:
tools/base/utf8.h:
