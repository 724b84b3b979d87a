build-sid/tool-obj/tools/run/reproduce.c.o: tools/run/reproduce.c \
 tools/run/reproduce.h tools/compare/layers.h tools/compare/compare.h \
 lib/text/patterns.h tools/compare/compared_runs.h \
 tools/analysis/analysis.h tools/analysis/coarse_clock.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/stats/stats.h \
 tools/record/point.h tools/analysis/interrupt_gap.h \
 tools/analysis/loss.h tools/analysis/methods.h tools/stats/slope.h \
 tools/analysis/predict.h tools/analysis/selftest.h \
 tools/analysis/validity.h tools/stats/plateau.h tools/stats/bootstrap.h \
 tools/compare/same_machine.h tools/run/request.h lib/option/option.h \
 lib/text/fmt.h lib/text/command_line.h tools/run/boot/linux_kernel.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h \
 tools/run/machine_request.h tools/base/alloc.h tools/base/file.h \
 tools/base/utf8.h tools/record/catalogue.h
tools/run/reproduce.h:
tools/compare/layers.h:
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
tools/compare/same_machine.h:
tools/run/request.h:
lib/option/option.h:
lib/text/fmt.h:
lib/text/command_line.h:
tools/run/boot/linux_kernel.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
tools/run/machine_request.h:
tools/base/alloc.h:
tools/base/file.h:
tools/base/utf8.h:
tools/record/catalogue.h:
