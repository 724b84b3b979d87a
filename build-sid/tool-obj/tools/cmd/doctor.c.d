build-sid/tool-obj/tools/cmd/doctor.c.o: tools/cmd/doctor.c \
 tools/base/alloc.h tools/base/arguments.h lib/option/option.h \
 lib/text/fmt.h tools/base/child.h tools/base/exit_status.h \
 tools/cmd/commands.h tools/cmd/table_output.h tools/table/table.h \
 tools/analysis/name_index.h tools/base/number_map.h tools/base/arena.h \
 tools/stats/stats.h tools/table/chart.h tools/host/nesting.h \
 tools/run/accel.h tools/run/boot/firmware_search.h \
 tools/run/boot/own_file.h tools/run/qemu_process.h \
 tools/base/capped_file.h tools/run/qemu_command.h \
 tools/run/machine_request.h
tools/base/alloc.h:
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/child.h:
tools/base/exit_status.h:
tools/cmd/commands.h:
tools/cmd/table_output.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/host/nesting.h:
tools/run/accel.h:
tools/run/boot/firmware_search.h:
tools/run/boot/own_file.h:
tools/run/qemu_process.h:
tools/base/capped_file.h:
tools/run/qemu_command.h:
tools/run/machine_request.h:
