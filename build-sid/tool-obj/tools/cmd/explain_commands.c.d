build-sid/tool-obj/tools/cmd/explain_commands.c.o: \
 tools/cmd/explain_commands.c tools/cmd/explain_commands.h \
 tools/compare/compare.h lib/text/patterns.h \
 tools/compare/compared_runs.h tools/analysis/analysis.h \
 tools/analysis/coarse_clock.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/stats/stats.h \
 tools/record/point.h tools/analysis/interrupt_gap.h \
 tools/analysis/loss.h tools/analysis/methods.h tools/stats/slope.h \
 tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h tools/stats/bootstrap.h \
 tools/table/table.h tools/table/chart.h tools/base/file.h \
 tools/explain/unattributed.h tools/explain/window.h \
 tools/explain/instruction_profile.h tools/results/run_directory.h \
 tools/run/reproduce.h tools/compare/layers.h \
 tools/compare/same_machine.h tools/run/request.h lib/option/option.h \
 lib/text/fmt.h lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h tools/run/boot/own_file.h \
 tools/run/boot/sha256.h tools/run/boot.h tools/run/qemu_command.h \
 tools/run/target_params.h tools/topic/metric_tables.h
tools/cmd/explain_commands.h:
tools/compare/compare.h:
lib/text/patterns.h:
tools/compare/compared_runs.h:
tools/analysis/analysis.h:
tools/analysis/coarse_clock.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/analysis/metrics.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
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
tools/stats/bootstrap.h:
tools/table/table.h:
tools/table/chart.h:
tools/base/file.h:
tools/explain/unattributed.h:
tools/explain/window.h:
tools/explain/instruction_profile.h:
tools/results/run_directory.h:
tools/run/reproduce.h:
tools/compare/layers.h:
tools/compare/same_machine.h:
tools/run/request.h:
lib/option/option.h:
lib/text/fmt.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
tools/run/boot/own_file.h:
tools/run/boot/sha256.h:
tools/run/boot.h:
tools/run/qemu_command.h:
tools/run/target_params.h:
tools/topic/metric_tables.h:
