build-sid/tool-obj/tools/idle/action_names.c.o: tools/idle/action_names.c \
 tools/idle/actions.h lib/event/message_log.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def
tools/idle/actions.h:
lib/event/message_log.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
