build-sid/tool-obj/tools/base/arguments.c.o: tools/base/arguments.c \
 tools/base/arguments.h lib/option/option.h lib/text/fmt.h \
 lib/option/suggest.h tools/base/exit_status.h
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
lib/option/suggest.h:
tools/base/exit_status.h:
