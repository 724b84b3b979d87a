build-sid/tool-obj/tools/run/guest.c.o: tools/run/guest.c \
 tools/run/guest.h tools/run/request.h lib/option/option.h lib/text/fmt.h \
 lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h tools/base/alloc.h tools/run/boot/own_file.h
tools/run/guest.h:
tools/run/request.h:
lib/option/option.h:
lib/text/fmt.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
tools/base/alloc.h:
tools/run/boot/own_file.h:
