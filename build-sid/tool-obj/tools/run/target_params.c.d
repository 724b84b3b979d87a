build-sid/tool-obj/tools/run/target_params.c.o: tools/run/target_params.c \
 tools/run/target_params.h lib/text/command_line.h tools/run/request.h \
 lib/option/option.h lib/text/fmt.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h tools/base/exit_status.h tools/base/file.h \
 tools/run/guest.h
tools/run/target_params.h:
lib/text/command_line.h:
tools/run/request.h:
lib/option/option.h:
lib/text/fmt.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/run/guest.h:
