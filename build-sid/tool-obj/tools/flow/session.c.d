build-sid/tool-obj/tools/flow/session.c.o: tools/flow/session.c \
 tools/flow/session.h tools/analysis/loss.h tools/record/result.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/flow/interaction.h tools/flow/log.h \
 lib/event/flow.h tools/base/number_map.h tools/flow/order.h \
 tools/base/utf8.h
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
tools/base/utf8.h:
