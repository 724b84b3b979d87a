build-sid/tool-obj/tools/cmd/explain.c.o: tools/cmd/explain.c \
 tools/base/arguments.h lib/option/option.h lib/text/fmt.h \
 tools/base/exit_status.h tools/base/file.h tools/cmd/commands.h \
 tools/cmd/explain_output.h tools/topic/explain/explain.h \
 tools/explain/explanation.h lib/text/patterns.h \
 tools/explain/call_tree.h tools/base/number_map.h \
 tools/explain/code_names.h tools/explain/moved_program.h \
 tools/explain/instruction_profile.h tools/base/arena.h \
 tools/explain/elf_file.h tools/explain/inline_names.h \
 tools/explain/symbol_list.h tools/explain/window.h \
 tools/explain/memory_sums.h tools/explain/memory_trace.h \
 tools/memory/system.h tools/memory/cache.h tools/memory/geometry.h \
 tools/memory/prefetcher.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/record/log.h \
 tools/table/table.h tools/analysis/name_index.h tools/stats/stats.h \
 tools/table/chart.h tools/cmd/run.h tools/compare/layers.h \
 tools/compare/compare.h tools/compare/compared_runs.h \
 tools/analysis/analysis.h tools/analysis/coarse_clock.h \
 tools/analysis/metrics.h tools/analysis/timing.h tools/record/point.h \
 tools/analysis/interrupt_gap.h tools/analysis/loss.h \
 tools/analysis/methods.h tools/stats/slope.h tools/analysis/predict.h \
 tools/analysis/selftest.h tools/analysis/validity.h \
 tools/stats/plateau.h tools/stats/bootstrap.h \
 tools/compare/same_machine.h tools/results/load.h tools/base/utf8.h \
 tools/results/run_directory.h tools/run/boots/explained_run.h \
 tools/run/request.h lib/text/command_line.h \
 tools/run/boot/linux_kernel.h tools/run/input/input_script.h \
 tools/run/input/input_keys.h tools/run/machine_request.h
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/cmd/commands.h:
tools/cmd/explain_output.h:
tools/topic/explain/explain.h:
tools/explain/explanation.h:
lib/text/patterns.h:
tools/explain/call_tree.h:
tools/base/number_map.h:
tools/explain/code_names.h:
tools/explain/moved_program.h:
tools/explain/instruction_profile.h:
tools/base/arena.h:
tools/explain/elf_file.h:
tools/explain/inline_names.h:
tools/explain/symbol_list.h:
tools/explain/window.h:
tools/explain/memory_sums.h:
tools/explain/memory_trace.h:
tools/memory/system.h:
tools/memory/cache.h:
tools/memory/geometry.h:
tools/memory/prefetcher.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/record/log.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/cmd/run.h:
tools/compare/layers.h:
tools/compare/compare.h:
tools/compare/compared_runs.h:
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
tools/stats/bootstrap.h:
tools/compare/same_machine.h:
tools/results/load.h:
tools/base/utf8.h:
tools/results/run_directory.h:
tools/run/boots/explained_run.h:
tools/run/request.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
