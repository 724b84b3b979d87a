build-sid/tool-obj/tools/run/qemu_process.c.o: tools/run/qemu_process.c \
 tools/run/qemu_process.h tools/base/capped_file.h tools/base/child.h \
 tools/run/qemu_command.h tools/run/machine_request.h lib/option/option.h \
 lib/text/fmt.h tools/base/alloc.h tools/base/exit_status.h \
 tools/base/file.h tools/base/signals.h tools/base/utf8.h
tools/run/qemu_process.h:
tools/base/capped_file.h:
tools/base/child.h:
tools/run/qemu_command.h:
tools/run/machine_request.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/alloc.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/base/signals.h:
tools/base/utf8.h:
