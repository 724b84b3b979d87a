build-sid/tool-obj/lib/app/word.c.o: lib/app/word.c lib/app/word.h \
 lib/app/typeset.h lib/app/canvas.h lib/app/font.h lib/app/gap_buffer.h \
 lib/app/dictionary.h lib/app/keymap.h lib/event/message_log.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def lib/wire/crc.h
lib/app/word.h:
lib/app/typeset.h:
lib/app/canvas.h:
lib/app/font.h:
lib/app/gap_buffer.h:
lib/app/dictionary.h:
lib/app/keymap.h:
lib/event/message_log.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
lib/wire/crc.h:
