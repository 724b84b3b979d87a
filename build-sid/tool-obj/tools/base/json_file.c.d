build-sid/tool-obj/tools/base/json_file.c.o: tools/base/json_file.c \
 tools/base/json_file.h tools/base/alloc.h tools/base/file.h \
 tools/base/utf8.h
tools/base/json_file.h:
tools/base/alloc.h:
tools/base/file.h:
tools/base/utf8.h:
