build-sid/tool-obj/tools/flow/import/tasks.c.o: tools/flow/import/tasks.c \
 tools/flow/import/tasks.h tools/flow/import/trace.h \
 tools/flow/import/rules.h tools/flow/import/text.h tools/flow/log.h \
 lib/event/flow.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/base/arena.h tools/base/number_map.h tools/record/log.h \
 tools/base/utf8.h
tools/flow/import/tasks.h:
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
tools/base/utf8.h:
