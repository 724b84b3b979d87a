build-sid/tool-obj/tools/run/request.c.o: tools/run/request.c \
 tools/run/request.h lib/option/option.h lib/text/fmt.h \
 lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h lib/event/idle_option.h lib/text/string.h \
 lib/x86/pmc_event.h tools/base/alloc.h tools/base/exit_status.h \
 tools/record/pmc_list.h
tools/run/request.h:
lib/option/option.h:
lib/text/fmt.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
lib/event/idle_option.h:
lib/text/string.h:
lib/x86/pmc_event.h:
tools/base/alloc.h:
tools/base/exit_status.h:
tools/record/pmc_list.h:
