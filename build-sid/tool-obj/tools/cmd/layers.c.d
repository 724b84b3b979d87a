build-sid/tool-obj/tools/cmd/layers.c.o: tools/cmd/layers.c \
 tools/base/arguments.h lib/option/option.h lib/text/fmt.h \
 tools/base/exit_status.h tools/cmd/commands.h tools/cmd/common_options.h \
 tools/cmd/output.h lib/text/patterns.h tools/record/result.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/table/table.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/stats/stats.h tools/table/chart.h \
 tools/cmd/interleaved_options.h tools/run/request.h \
 lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h tools/results/run_directory.h \
 tools/analysis/analysis.h tools/analysis/coarse_clock.h \
 tools/analysis/metrics.h tools/analysis/timing.h tools/record/point.h \
 tools/analysis/interrupt_gap.h tools/analysis/loss.h \
 tools/analysis/methods.h tools/stats/slope.h tools/analysis/predict.h \
 tools/analysis/selftest.h tools/analysis/validity.h \
 tools/stats/plateau.h tools/run/hypervisor.h tools/run/boot.h \
 tools/run/qemu_command.h tools/run/target_params.h \
 tools/run/boots/layer_boots.h tools/compare/layers.h \
 tools/compare/compare.h tools/compare/compared_runs.h \
 tools/stats/bootstrap.h tools/compare/same_machine.h \
 tools/topic/layers/layers.h tools/view/data.h tools/view/page.h \
 tools/view/plot/plot.h tools/view/chart.h
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/exit_status.h:
tools/cmd/commands.h:
tools/cmd/common_options.h:
tools/cmd/output.h:
lib/text/patterns.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/cmd/interleaved_options.h:
tools/run/request.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
tools/results/run_directory.h:
tools/analysis/analysis.h:
tools/analysis/coarse_clock.h:
tools/analysis/metrics.h:
tools/analysis/timing.h:
tools/record/point.h:
tools/analysis/interrupt_gap.h:
tools/analysis/loss.h:
tools/analysis/methods.h:
tools/stats/slope.h:
tools/analysis/predict.h:
tools/analysis/selftest.h:
tools/analysis/validity.h:
tools/stats/plateau.h:
tools/run/hypervisor.h:
tools/run/boot.h:
tools/run/qemu_command.h:
tools/run/target_params.h:
tools/run/boots/layer_boots.h:
tools/compare/layers.h:
tools/compare/compare.h:
tools/compare/compared_runs.h:
tools/stats/bootstrap.h:
tools/compare/same_machine.h:
tools/topic/layers/layers.h:
tools/view/data.h:
tools/view/page.h:
tools/view/plot/plot.h:
tools/view/chart.h:
