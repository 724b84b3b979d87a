build-sid/tool-obj/tools/flow/nodes/open.c.o: tools/flow/nodes/open.c \
 tools/flow/nodes/open.h tools/flow/session.h tools/analysis/loss.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/flow/interaction.h tools/flow/log.h lib/event/flow.h \
 tools/base/number_map.h tools/flow/order.h tools/flow/nodes/clocks.h \
 tools/flow/nodes/gather.h
tools/flow/nodes/open.h:
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
tools/flow/nodes/clocks.h:
tools/flow/nodes/gather.h:
