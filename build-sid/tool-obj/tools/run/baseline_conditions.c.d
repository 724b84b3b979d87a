build-sid/tool-obj/tools/run/baseline_conditions.c.o: \
 tools/run/baseline_conditions.c tools/run/baseline_conditions.h \
 tools/results/baseline.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/run/request.h lib/option/option.h \
 lib/text/fmt.h lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h tools/base/alloc.h tools/base/exit_status.h \
 tools/run/booted.h tools/run/boot.h tools/run/qemu_command.h \
 tools/run/target_params.h tools/run/hypervisor.h
tools/run/baseline_conditions.h:
tools/results/baseline.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/run/request.h:
lib/option/option.h:
lib/text/fmt.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
tools/base/alloc.h:
tools/base/exit_status.h:
tools/run/booted.h:
tools/run/boot.h:
tools/run/qemu_command.h:
tools/run/target_params.h:
tools/run/hypervisor.h:
