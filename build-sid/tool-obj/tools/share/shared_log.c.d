build-sid/tool-obj/tools/share/shared_log.c.o: tools/share/shared_log.c \
 tools/share/shared_log.h tools/share/scrub.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/alloc.h tools/base/file.h \
 tools/record/log.h
tools/share/shared_log.h:
tools/share/scrub.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/alloc.h:
tools/base/file.h:
tools/record/log.h:
