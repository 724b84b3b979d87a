build-sid/tool-obj/tools/flow/log_read.c.o: tools/flow/log_read.c \
 tools/base/alloc.h tools/flow/log.h lib/event/flow.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/base/number_map.h tools/record/log.h tools/results/load.h \
 tools/base/utf8.h tools/record/result.h
tools/base/alloc.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:
tools/results/load.h:
tools/base/utf8.h:
tools/record/result.h:
