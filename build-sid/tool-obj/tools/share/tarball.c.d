build-sid/tool-obj/tools/share/tarball.c.o: tools/share/tarball.c \
 tools/share/tarball.h tools/base/alloc.h tools/base/exit_status.h
tools/share/tarball.h:
tools/base/alloc.h:
tools/base/exit_status.h:
