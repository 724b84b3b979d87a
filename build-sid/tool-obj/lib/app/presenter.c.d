build-sid/tool-obj/lib/app/presenter.c.o: lib/app/presenter.c \
 lib/app/presenter.h lib/app/canvas.h lib/app/font.h lib/app/shape.h \
 lib/event/message_log.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def lib/text/string.h lib/wire/crc.h
lib/app/presenter.h:
lib/app/canvas.h:
lib/app/font.h:
lib/app/shape.h:
lib/event/message_log.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
lib/text/string.h:
lib/wire/crc.h:
