build-sid/tool-obj/tools/flow/load/groups.c.o: tools/flow/load/groups.c \
 tools/flow/load/groups.h tools/flow/session.h tools/analysis/loss.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/flow/interaction.h tools/flow/log.h lib/event/flow.h \
 tools/base/number_map.h tools/flow/order.h tools/base/alloc.h
tools/flow/load/groups.h:
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
tools/base/alloc.h:
