build-sid/tool-obj/tools/cmd/commands.c.o: tools/cmd/commands.c \
 tools/cmd/commands.h lib/option/option.h lib/text/fmt.h \
 tools/base/arguments.h tools/base/build_id.h tools/base/exit_status.h \
 tools/cmd/run.h
tools/cmd/commands.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/arguments.h:
tools/base/build_id.h:
tools/base/exit_status.h:
tools/cmd/run.h:
