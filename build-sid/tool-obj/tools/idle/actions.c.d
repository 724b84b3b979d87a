build-sid/tool-obj/tools/idle/actions.c.o: tools/idle/actions.c \
 tools/idle/actions.h lib/event/message_log.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def lib/event/think_wait.h \
 tools/base/alloc.h
tools/idle/actions.h:
lib/event/message_log.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
lib/event/think_wait.h:
tools/base/alloc.h:
