build-sid/tool-obj/tools/base/arena.c.o: tools/base/arena.c \
 tools/base/arena.h tools/base/alloc.h tools/base/exit_status.h
tools/base/arena.h:
tools/base/alloc.h:
tools/base/exit_status.h:
