build-sid/tool-obj/tools/run/boots/explained_run.c.o: \
 tools/run/boots/explained_run.c tools/run/boots/explained_run.h \
 tools/explain/code_names.h tools/explain/moved_program.h \
 tools/explain/instruction_profile.h tools/base/arena.h \
 tools/base/number_map.h tools/explain/elf_file.h \
 tools/explain/inline_names.h tools/explain/symbol_list.h \
 tools/memory/geometry.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/record/log.h \
 tools/run/request.h lib/option/option.h lib/text/fmt.h \
 lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h tools/base/alloc.h tools/base/exit_status.h \
 tools/base/file.h tools/plugin/versions.h tools/results/run_directory.h \
 tools/analysis/analysis.h tools/analysis/coarse_clock.h \
 tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/analysis/timing.h tools/stats/stats.h tools/record/point.h \
 tools/analysis/interrupt_gap.h tools/analysis/loss.h \
 tools/analysis/methods.h tools/stats/slope.h tools/analysis/predict.h \
 tools/analysis/selftest.h tools/analysis/validity.h \
 tools/stats/plateau.h tools/run/booted.h tools/run/boot.h \
 tools/run/qemu_command.h tools/run/target_params.h tools/run/guest.h \
 tools/run/hypervisor.h tools/run/kernel_symbols.h tools/run/machine.h \
 tools/run/request_complete.h tools/run/boot/own_file.h
tools/run/boots/explained_run.h:
tools/explain/code_names.h:
tools/explain/moved_program.h:
tools/explain/instruction_profile.h:
tools/base/arena.h:
tools/base/number_map.h:
tools/explain/elf_file.h:
tools/explain/inline_names.h:
tools/explain/symbol_list.h:
tools/memory/geometry.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
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
tools/base/file.h:
tools/plugin/versions.h:
tools/results/run_directory.h:
tools/analysis/analysis.h:
tools/analysis/coarse_clock.h:
tools/analysis/metrics.h:
tools/analysis/name_index.h:
tools/analysis/timing.h:
tools/stats/stats.h:
tools/record/point.h:
tools/analysis/interrupt_gap.h:
tools/analysis/loss.h:
tools/analysis/methods.h:
tools/stats/slope.h:
tools/analysis/predict.h:
tools/analysis/selftest.h:
tools/analysis/validity.h:
tools/stats/plateau.h:
tools/run/booted.h:
tools/run/boot.h:
tools/run/qemu_command.h:
tools/run/target_params.h:
tools/run/guest.h:
tools/run/hypervisor.h:
tools/run/kernel_symbols.h:
tools/run/machine.h:
tools/run/request_complete.h:
tools/run/boot/own_file.h:
