build-sid/tool-obj/tools/cmd/flow/import.c.o: tools/cmd/flow/import.c \
 tools/base/alloc.h tools/base/arguments.h lib/option/option.h \
 lib/text/fmt.h tools/base/exit_status.h tools/base/file.h \
 tools/cmd/common_options.h tools/cmd/flow/commands.h \
 tools/flow/import/import.h tools/flow/import/recorder.h \
 tools/flow/import/tasks.h tools/flow/import/trace.h \
 tools/flow/import/rules.h tools/flow/import/text.h tools/flow/log.h \
 lib/event/flow.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/base/arena.h tools/base/number_map.h tools/record/log.h \
 tools/flow/import/missing.h tools/flow/import/source.h \
 tools/flow/write.h tools/base/out.h
tools/base/alloc.h:
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/cmd/common_options.h:
tools/cmd/flow/commands.h:
tools/flow/import/import.h:
tools/flow/import/recorder.h:
tools/flow/import/tasks.h:
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
tools/flow/import/missing.h:
tools/flow/import/source.h:
tools/flow/write.h:
tools/base/out.h:
