build-sid/tool-obj/tools/run/hypervisor.c.o: tools/run/hypervisor.c \
 tools/run/hypervisor.h tools/run/boot.h tools/run/qemu_command.h \
 tools/run/machine_request.h lib/option/option.h lib/text/fmt.h \
 tools/run/request.h lib/text/command_line.h \
 tools/run/boot/linux_kernel.h tools/run/input/input_script.h \
 tools/run/input/input_keys.h tools/run/target_params.h lib/boot_files.h \
 lib/text/string.h tools/base/alloc.h tools/base/exit_status.h \
 tools/base/file.h tools/run/guest_files.h tools/run/boot/archive.h \
 tools/run/boot/initramfs.h tools/run/kernel_symbols.h \
 tools/run/boot/booted_file.h tools/run/boot/own_file.h \
 tools/run/qemu_process.h tools/base/capped_file.h tools/base/child.h
tools/run/hypervisor.h:
tools/run/boot.h:
tools/run/qemu_command.h:
tools/run/machine_request.h:
lib/option/option.h:
lib/text/fmt.h:
tools/run/request.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/target_params.h:
lib/boot_files.h:
lib/text/string.h:
tools/base/alloc.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/run/guest_files.h:
tools/run/boot/archive.h:
tools/run/boot/initramfs.h:
tools/run/kernel_symbols.h:
tools/run/boot/booted_file.h:
tools/run/boot/own_file.h:
tools/run/qemu_process.h:
tools/base/capped_file.h:
tools/base/child.h:
