build-sid/tool-obj/tools/analysis/core_clock.c.o: \
 tools/analysis/core_clock.c tools/analysis/core_clock.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h
tools/analysis/core_clock.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
