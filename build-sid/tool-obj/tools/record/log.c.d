build-sid/tool-obj/tools/record/log.c.o: tools/record/log.c \
 tools/record/log.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/base/alloc.h
tools/record/log.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/alloc.h:
