build-sid/tool-obj/tools/run/guest_files.c.o: tools/run/guest_files.c \
 tools/run/guest_files.h tools/run/boot/archive.h \
 tools/run/qemu_command.h tools/run/machine_request.h lib/option/option.h \
 lib/text/fmt.h lib/boot_files.h tools/base/alloc.h tools/base/child.h \
 tools/run/qemu_process.h tools/base/capped_file.h
tools/run/guest_files.h:
tools/run/boot/archive.h:
tools/run/qemu_command.h:
tools/run/machine_request.h:
lib/option/option.h:
lib/text/fmt.h:
lib/boot_files.h:
tools/base/alloc.h:
tools/base/child.h:
tools/run/qemu_process.h:
tools/base/capped_file.h:
