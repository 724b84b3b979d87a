build-sid/tool-obj/tools/base/alloc.c.o: tools/base/alloc.c \
 tools/base/alloc.h tools/base/exit_status.h
tools/base/alloc.h:
tools/base/exit_status.h:
