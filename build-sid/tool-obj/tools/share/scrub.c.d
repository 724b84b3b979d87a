build-sid/tool-obj/tools/share/scrub.c.o: tools/share/scrub.c \
 tools/share/scrub.h tools/base/alloc.h tools/base/exit_status.h
tools/share/scrub.h:
tools/base/alloc.h:
tools/base/exit_status.h:
