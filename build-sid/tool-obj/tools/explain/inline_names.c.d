build-sid/tool-obj/tools/explain/inline_names.c.o: \
 tools/explain/inline_names.c tools/explain/inline_names.h \
 tools/base/alloc.h tools/base/arena.h tools/base/number_map.h \
 tools/base/utf8.h
tools/explain/inline_names.h:
tools/base/alloc.h:
tools/base/arena.h:
tools/base/number_map.h:
tools/base/utf8.h:
