build-sid/tool-obj/tools/cmd/interleaved_options.c.o: \
 tools/cmd/interleaved_options.c tools/cmd/interleaved_options.h \
 lib/text/patterns.h tools/run/request.h lib/option/option.h \
 lib/text/fmt.h lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h tools/base/arguments.h \
 tools/base/exit_status.h tools/cmd/run.h
tools/cmd/interleaved_options.h:
lib/text/patterns.h:
tools/run/request.h:
lib/option/option.h:
lib/text/fmt.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
tools/base/arguments.h:
tools/base/exit_status.h:
tools/cmd/run.h:
