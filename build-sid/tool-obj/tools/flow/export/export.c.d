build-sid/tool-obj/tools/flow/export/export.c.o: \
 tools/flow/export/export.c tools/flow/export/export.h tools/flow/path.h \
 tools/flow/graph.h tools/flow/interaction.h tools/flow/log.h \
 lib/event/flow.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/base/arena.h tools/base/number_map.h tools/record/log.h \
 tools/flow/order.h tools/flow/session.h tools/analysis/loss.h \
 tools/record/result.h tools/flow/use.h tools/base/alloc.h \
 tools/flow/export/identity.h
tools/flow/export/export.h:
tools/flow/path.h:
tools/flow/graph.h:
tools/flow/interaction.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:
tools/flow/order.h:
tools/flow/session.h:
tools/analysis/loss.h:
tools/record/result.h:
tools/flow/use.h:
tools/base/alloc.h:
tools/flow/export/identity.h:
