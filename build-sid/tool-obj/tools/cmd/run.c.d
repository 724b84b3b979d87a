build-sid/tool-obj/tools/cmd/run.c.o: tools/cmd/run.c tools/cmd/run.h \
 lib/option/option.h lib/text/fmt.h tools/base/arguments.h \
 tools/run/machine.h tools/run/request.h lib/text/command_line.h \
 tools/run/boot/linux_kernel.h tools/run/input/input_script.h \
 tools/run/input/input_keys.h tools/run/machine_request.h \
 tools/run/request_complete.h tools/run/boots/repeated.h
tools/cmd/run.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/arguments.h:
tools/run/machine.h:
tools/run/request.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
tools/run/request_complete.h:
tools/run/boots/repeated.h:
