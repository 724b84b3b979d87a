build-sid/tool-obj/lib/event/message_log.c.o: lib/event/message_log.c \
 lib/event/message_log.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def lib/wire/samples.h
lib/event/message_log.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
lib/wire/samples.h:
