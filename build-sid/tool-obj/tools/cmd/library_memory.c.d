build-sid/tool-obj/tools/cmd/library_memory.c.o: \
 tools/cmd/library_memory.c tools/cmd/library_memory.h tools/base/alloc.h \
 tools/base/exit_status.h
tools/cmd/library_memory.h:
tools/base/alloc.h:
tools/base/exit_status.h:
