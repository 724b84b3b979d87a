build-sid/tool-obj/tools/base/file.c.o: tools/base/file.c \
 tools/base/file.h tools/base/alloc.h tools/base/exit_status.h
tools/base/file.h:
tools/base/alloc.h:
tools/base/exit_status.h:
