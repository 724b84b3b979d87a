build-sid/tool-obj/tools/flow/load/sample.c.o: tools/flow/load/sample.c \
 tools/flow/load/sample.h tools/flow/session.h tools/analysis/loss.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/flow/interaction.h tools/flow/log.h lib/event/flow.h \
 tools/base/number_map.h tools/flow/order.h lib/rng.h tools/base/alloc.h \
 tools/stats/circular.h
tools/flow/load/sample.h:
tools/flow/session.h:
tools/analysis/loss.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/flow/interaction.h:
tools/flow/log.h:
lib/event/flow.h:
tools/base/number_map.h:
tools/flow/order.h:
lib/rng.h:
tools/base/alloc.h:
tools/stats/circular.h:
