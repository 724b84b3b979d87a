build-sid/tool-obj/tools/cmd/flow/nodes.c.o: tools/cmd/flow/nodes.c \
 lib/text/string.h tools/base/alloc.h tools/base/arguments.h \
 lib/option/option.h lib/text/fmt.h tools/base/child.h \
 tools/base/exit_status.h tools/base/signals.h tools/cmd/common_options.h \
 tools/cmd/flow/commands.h tools/cmd/table_output.h tools/table/table.h \
 tools/analysis/name_index.h tools/base/number_map.h tools/base/arena.h \
 tools/stats/stats.h tools/table/chart.h tools/cmd/interleaved_options.h \
 lib/text/patterns.h tools/run/request.h lib/text/command_line.h \
 tools/run/boot/linux_kernel.h tools/run/input/input_script.h \
 tools/run/input/input_keys.h tools/run/machine_request.h \
 tools/flow/nodes/open.h tools/flow/session.h tools/analysis/loss.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/record/log.h tools/flow/interaction.h \
 tools/flow/log.h lib/event/flow.h tools/flow/order.h \
 tools/results/run_directory.h tools/analysis/analysis.h \
 tools/analysis/coarse_clock.h tools/analysis/metrics.h \
 tools/analysis/timing.h tools/record/point.h \
 tools/analysis/interrupt_gap.h tools/analysis/methods.h \
 tools/stats/slope.h tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h tools/run/machine.h \
 tools/run/qemu_command.h tools/run/request_complete.h \
 tools/topic/flow/flow.h tools/flow/expr.h tools/flow/use.h \
 tools/flow/graph.h tools/flow/load/sample.h tools/flow/path.h \
 tools/flow/tree/tree.h
lib/text/string.h:
tools/base/alloc.h:
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/child.h:
tools/base/exit_status.h:
tools/base/signals.h:
tools/cmd/common_options.h:
tools/cmd/flow/commands.h:
tools/cmd/table_output.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/cmd/interleaved_options.h:
lib/text/patterns.h:
tools/run/request.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
tools/flow/nodes/open.h:
tools/flow/session.h:
tools/analysis/loss.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/record/log.h:
tools/flow/interaction.h:
tools/flow/log.h:
lib/event/flow.h:
tools/flow/order.h:
tools/results/run_directory.h:
tools/analysis/analysis.h:
tools/analysis/coarse_clock.h:
tools/analysis/metrics.h:
tools/analysis/timing.h:
tools/record/point.h:
tools/analysis/interrupt_gap.h:
tools/analysis/methods.h:
tools/stats/slope.h:
tools/analysis/predict.h:
tools/analysis/selftest.h:
tools/analysis/validity.h:
tools/stats/plateau.h:
tools/run/machine.h:
tools/run/qemu_command.h:
tools/run/request_complete.h:
tools/topic/flow/flow.h:
tools/flow/expr.h:
tools/flow/use.h:
tools/flow/graph.h:
tools/flow/load/sample.h:
tools/flow/path.h:
tools/flow/tree/tree.h:
