build-sid/tool-obj/tools/run/input/input_sender.c.o: \
 tools/run/input/input_sender.c tools/run/input/input_sender.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/input/qmp.h lib/event/message_log.h tools/base/alloc.h \
 tools/base/clock.h
tools/run/input/input_sender.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/input/qmp.h:
lib/event/message_log.h:
tools/base/alloc.h:
tools/base/clock.h:
