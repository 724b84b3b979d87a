build-sid/tool-obj/tools/flow/export/identity.c.o: \
 tools/flow/export/identity.c tools/flow/export/identity.h \
 tools/flow/log.h lib/event/flow.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/base/number_map.h \
 tools/record/log.h
tools/flow/export/identity.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:
