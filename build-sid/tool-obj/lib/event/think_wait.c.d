build-sid/tool-obj/lib/event/think_wait.c.o: lib/event/think_wait.c \
 lib/event/think_wait.h lib/event/message_log.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def
lib/event/think_wait.h:
lib/event/message_log.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
