build-sid/tool-obj/lib/app/editor.c.o: lib/app/editor.c lib/app/editor.h \
 lib/app/canvas.h lib/app/font.h lib/app/gap_buffer.h lib/app/keymap.h \
 lib/event/message_log.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def
lib/app/editor.h:
lib/app/canvas.h:
lib/app/font.h:
lib/app/gap_buffer.h:
lib/app/keymap.h:
lib/event/message_log.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
