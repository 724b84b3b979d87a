build-sid/tool-obj/tools/run/progress.c.o: tools/run/progress.c \
 tools/run/progress.h tools/results/load.h tools/base/utf8.h \
 tools/record/log.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/record/result.h tools/base/arena.h lib/text/string.h \
 tools/base/clock.h tools/record/point.h
tools/run/progress.h:
tools/results/load.h:
tools/base/utf8.h:
tools/record/log.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/record/result.h:
tools/base/arena.h:
lib/text/string.h:
tools/base/clock.h:
tools/record/point.h:
