build-sid/tool-obj/tools/run/kernel_symbols.c.o: \
 tools/run/kernel_symbols.c tools/run/kernel_symbols.h lib/boot_files.h \
 tools/base/alloc.h tools/base/child.h tools/base/clock.h \
 tools/base/file.h tools/run/boot/sha256.h tools/run/boot/initramfs.h \
 tools/run/boot/archive.h tools/run/boot/own_file.h \
 tools/run/qemu_process.h tools/base/capped_file.h \
 tools/run/qemu_command.h tools/run/machine_request.h lib/option/option.h \
 lib/text/fmt.h
tools/run/kernel_symbols.h:
lib/boot_files.h:
tools/base/alloc.h:
tools/base/child.h:
tools/base/clock.h:
tools/base/file.h:
tools/run/boot/sha256.h:
tools/run/boot/initramfs.h:
tools/run/boot/archive.h:
tools/run/boot/own_file.h:
tools/run/qemu_process.h:
tools/base/capped_file.h:
tools/run/qemu_command.h:
tools/run/machine_request.h:
lib/option/option.h:
lib/text/fmt.h:
