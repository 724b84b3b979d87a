build-sid/tool-obj/tools/record/result.c.o: tools/record/result.c \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 lib/wire/samples.h tools/base/alloc.h tools/base/utf8.h \
 tools/record/count_record.h
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
lib/wire/samples.h:
tools/base/alloc.h:
tools/base/utf8.h:
tools/record/count_record.h:
