build-sid/tool-obj/tools/flow/drawing.c.o: tools/flow/drawing.c \
 tools/flow/drawing.h tools/flow/layout.h tools/flow/filter.h \
 lib/option/option.h lib/text/fmt.h lib/text/patterns.h tools/flow/expr.h \
 tools/flow/use.h tools/flow/graph.h tools/flow/interaction.h \
 tools/flow/log.h lib/event/flow.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/base/number_map.h \
 tools/record/log.h tools/flow/order.h tools/flow/session.h \
 tools/analysis/loss.h tools/record/result.h tools/flow/path.h \
 tools/base/alloc.h tools/base/escape.h tools/flow/duration.h
tools/flow/drawing.h:
tools/flow/layout.h:
tools/flow/filter.h:
lib/option/option.h:
lib/text/fmt.h:
lib/text/patterns.h:
tools/flow/expr.h:
tools/flow/use.h:
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
tools/flow/path.h:
tools/base/alloc.h:
tools/base/escape.h:
tools/flow/duration.h:
