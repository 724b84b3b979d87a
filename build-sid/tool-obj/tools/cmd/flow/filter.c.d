build-sid/tool-obj/tools/cmd/flow/filter.c.o: tools/cmd/flow/filter.c \
 tools/base/alloc.h tools/base/arguments.h lib/option/option.h \
 lib/text/fmt.h tools/base/exit_status.h tools/base/file.h \
 tools/cmd/common_options.h tools/cmd/flow/commands.h tools/flow/filter.h \
 lib/text/patterns.h tools/flow/expr.h tools/flow/use.h \
 tools/flow/graph.h tools/flow/interaction.h tools/flow/log.h \
 lib/event/flow.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/base/arena.h tools/base/number_map.h tools/record/log.h \
 tools/flow/order.h tools/flow/session.h tools/analysis/loss.h \
 tools/record/result.h tools/flow/nodes/open.h tools/flow/write.h \
 tools/base/out.h
tools/base/alloc.h:
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/cmd/common_options.h:
tools/cmd/flow/commands.h:
tools/flow/filter.h:
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
tools/flow/nodes/open.h:
tools/flow/write.h:
tools/base/out.h:
