build-sid/tool-obj/tools/base/directory.c.o: tools/base/directory.c \
 tools/base/directory.h tools/base/alloc.h tools/base/exit_status.h \
 tools/base/file.h tools/base/utf8.h
tools/base/directory.h:
tools/base/alloc.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/base/utf8.h:
