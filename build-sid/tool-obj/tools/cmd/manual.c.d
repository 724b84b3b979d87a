build-sid/tool-obj/tools/cmd/manual.c.o: tools/cmd/manual.c \
 tools/base/arguments.h lib/option/option.h lib/text/fmt.h \
 tools/base/build_id.h tools/base/exit_status.h tools/base/file.h \
 tools/cmd/commands.h
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/build_id.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/cmd/commands.h:
