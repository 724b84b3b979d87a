build-sid/tool-obj/tools/cmd/main.c.o: tools/cmd/main.c \
 tools/base/exit_status.h tools/base/file.h tools/cmd/commands.h \
 lib/option/option.h lib/text/fmt.h tools/cmd/library_memory.h
tools/base/exit_status.h:
tools/base/file.h:
tools/cmd/commands.h:
lib/option/option.h:
lib/text/fmt.h:
tools/cmd/library_memory.h:
