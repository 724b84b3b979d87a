build-sid/tool-obj/tools/flow/import/missing.c.o: \
 tools/flow/import/missing.c tools/flow/import/missing.h \
 tools/flow/import/import.h tools/flow/import/recorder.h \
 tools/flow/import/tasks.h tools/flow/import/trace.h \
 tools/flow/import/rules.h tools/flow/import/text.h tools/flow/log.h \
 lib/event/flow.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/base/arena.h tools/base/number_map.h tools/record/log.h \
 tools/base/alloc.h
tools/flow/import/missing.h:
tools/flow/import/import.h:
tools/flow/import/recorder.h:
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
tools/base/alloc.h:
