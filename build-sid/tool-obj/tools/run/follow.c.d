build-sid/tool-obj/tools/run/follow.c.o: tools/run/follow.c \
 tools/run/follow.h tools/run/input/input_sender.h tools/record/result.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/run/input/input_script.h \
 tools/run/input/input_keys.h tools/run/input/qmp.h tools/run/request.h \
 lib/option/option.h lib/text/fmt.h lib/text/command_line.h \
 tools/run/boot/linux_kernel.h tools/run/machine_request.h \
 tools/run/progress.h tools/results/load.h tools/base/utf8.h \
 tools/run/qemu_process.h tools/base/capped_file.h tools/base/child.h \
 tools/run/qemu_command.h lib/qemu_exit.h lib/text/string.h \
 tools/base/clock.h tools/base/signals.h
tools/run/follow.h:
tools/run/input/input_sender.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/input/qmp.h:
tools/run/request.h:
lib/option/option.h:
lib/text/fmt.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/machine_request.h:
tools/run/progress.h:
tools/results/load.h:
tools/base/utf8.h:
tools/run/qemu_process.h:
tools/base/capped_file.h:
tools/base/child.h:
tools/run/qemu_command.h:
lib/qemu_exit.h:
lib/text/string.h:
tools/base/clock.h:
tools/base/signals.h:
