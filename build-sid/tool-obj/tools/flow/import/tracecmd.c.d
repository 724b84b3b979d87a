build-sid/tool-obj/tools/flow/import/tracecmd.c.o: \
 tools/flow/import/tracecmd.c tools/flow/import/binary.h \
 tools/flow/import/trace.h tools/flow/import/rules.h \
 tools/flow/import/text.h tools/flow/log.h lib/event/flow.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/base/number_map.h tools/record/log.h tools/base/alloc.h \
 /usr/include/trace-cmd/trace-cmd.h /usr/include/traceevent/event-parse.h \
 /usr/include/traceevent/trace-seq.h /usr/include/tracefs/tracefs.h \
 /usr/include/traceevent/kbuffer.h
tools/flow/import/binary.h:
tools/flow/import/trace.h:
tools/flow/import/rules.h:
tools/flow/import/text.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:
tools/base/alloc.h:
/usr/include/trace-cmd/trace-cmd.h:
/usr/include/traceevent/event-parse.h:
/usr/include/traceevent/trace-seq.h:
/usr/include/tracefs/tracefs.h:
/usr/include/traceevent/kbuffer.h:
