build-sid/tool-obj/tools/idle/action_counts.c.o: \
 tools/idle/action_counts.c tools/idle/action_counts.h \
 tools/idle/messages.h lib/event/message_log.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def lib/event/think_wait.h \
 tools/idle/actions.h tools/record/result.h tools/base/arena.h \
 tools/record/log.h tools/idle/trace.h lib/event/idle.h \
 tools/base/alloc.h tools/stats/stats.h
tools/idle/action_counts.h:
tools/idle/messages.h:
lib/event/message_log.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
lib/event/think_wait.h:
tools/idle/actions.h:
tools/record/result.h:
tools/base/arena.h:
tools/record/log.h:
tools/idle/trace.h:
lib/event/idle.h:
tools/base/alloc.h:
tools/stats/stats.h:
