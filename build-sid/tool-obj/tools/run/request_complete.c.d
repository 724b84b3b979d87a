build-sid/tool-obj/tools/run/request_complete.c.o: \
 tools/run/request_complete.c tools/run/request_complete.h \
 tools/run/request.h lib/option/option.h lib/text/fmt.h \
 lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h lib/text/string.h tools/base/exit_status.h \
 tools/base/file.h tools/record/catalogue.h \
 tools/run/boot/firmware_search.h tools/run/boot/own_firmware.h \
 tools/run/guest.h tools/run/qemu_process.h tools/base/capped_file.h \
 tools/base/child.h tools/run/qemu_command.h tools/run/target_params.h
tools/run/request_complete.h:
tools/run/request.h:
lib/option/option.h:
lib/text/fmt.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
lib/text/string.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/record/catalogue.h:
tools/run/boot/firmware_search.h:
tools/run/boot/own_firmware.h:
tools/run/guest.h:
tools/run/qemu_process.h:
tools/base/capped_file.h:
tools/base/child.h:
tools/run/qemu_command.h:
tools/run/target_params.h:
