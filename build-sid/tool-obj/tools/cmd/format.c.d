build-sid/tool-obj/tools/cmd/format.c.o: tools/cmd/format.c \
 lib/wire/summary.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/base/arguments.h lib/option/option.h lib/text/fmt.h \
 tools/base/exit_status.h tools/cmd/commands.h tools/cmd/format.h
lib/wire/summary.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/exit_status.h:
tools/cmd/commands.h:
tools/cmd/format.h:
