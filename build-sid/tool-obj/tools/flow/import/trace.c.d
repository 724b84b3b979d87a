build-sid/tool-obj/tools/flow/import/trace.c.o: tools/flow/import/trace.c \
 tools/flow/import/trace.h tools/flow/import/rules.h \
 tools/flow/import/text.h tools/flow/log.h lib/event/flow.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/base/number_map.h tools/record/log.h tools/base/alloc.h
tools/flow/import/trace.h:
tools/flow/import/rules.h:
tools/flow/import/text.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:
tools/base/alloc.h:
