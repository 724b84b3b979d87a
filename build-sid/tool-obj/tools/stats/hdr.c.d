build-sid/tool-obj/tools/stats/hdr.c.o: tools/stats/hdr.c \
 tools/stats/hdr.h lib/wire/base64.h tools/base/alloc.h \
 tools/base/exit_status.h
tools/stats/hdr.h:
lib/wire/base64.h:
tools/base/alloc.h:
tools/base/exit_status.h:
