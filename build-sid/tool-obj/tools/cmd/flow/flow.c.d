build-sid/tool-obj/tools/cmd/flow/flow.c.o: tools/cmd/flow/flow.c \
 lib/event/flow.h tools/base/arguments.h lib/option/option.h \
 lib/text/fmt.h tools/cmd/commands.h tools/cmd/flow/commands.h
lib/event/flow.h:
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/cmd/commands.h:
tools/cmd/flow/commands.h:
