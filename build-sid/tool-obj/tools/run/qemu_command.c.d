build-sid/tool-obj/tools/run/qemu_command.c.o: tools/run/qemu_command.c \
 tools/run/qemu_command.h tools/run/machine_request.h lib/option/option.h \
 lib/text/fmt.h lib/boot_files.h lib/qemu_exit.h tools/base/alloc.h \
 tools/base/child.h
tools/run/qemu_command.h:
tools/run/machine_request.h:
lib/option/option.h:
lib/text/fmt.h:
lib/boot_files.h:
lib/qemu_exit.h:
tools/base/alloc.h:
tools/base/child.h:
