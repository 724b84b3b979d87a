build-sid/tool-obj/tools/idle/operations.c.o: tools/idle/operations.c \
 tools/idle/operations.h tools/idle/messages.h lib/event/message_log.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 lib/event/think_wait.h tools/idle/actions.h tools/record/result.h \
 tools/base/arena.h tools/record/log.h tools/base/alloc.h
tools/idle/operations.h:
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
tools/base/alloc.h:
