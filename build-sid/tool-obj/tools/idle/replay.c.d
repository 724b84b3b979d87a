build-sid/tool-obj/tools/idle/replay.c.o: tools/idle/replay.c \
 tools/idle/replay.h tools/idle/messages.h lib/event/message_log.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 lib/event/think_wait.h tools/idle/actions.h tools/record/result.h \
 tools/base/arena.h tools/record/log.h lib/app/dictionary.h \
 lib/app/editor.h lib/app/canvas.h lib/app/font.h lib/app/gap_buffer.h \
 lib/app/presenter.h lib/app/prose.h lib/app/word.h lib/app/typeset.h \
 lib/disk_pattern.h tools/base/alloc.h tools/idle/block_model.h
tools/idle/replay.h:
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
lib/app/dictionary.h:
lib/app/editor.h:
lib/app/canvas.h:
lib/app/font.h:
lib/app/gap_buffer.h:
lib/app/presenter.h:
lib/app/prose.h:
lib/app/word.h:
lib/app/typeset.h:
lib/disk_pattern.h:
tools/base/alloc.h:
tools/idle/block_model.h:
