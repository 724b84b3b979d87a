# SPDX-License-Identifier: MIT
# Programs of tests and fuzzers. The check of `make test` that runs each is in the table tests/checks.

# ---- Boot tests ----

# Boot by a distribution's GRUB under UEFI. The image itself does not use this way.
GRUB_EFI_MODULES := multiboot2 normal memdisk tar efi_gop

$(BUILD)/boot-test/grubx64.efi: $(BUILD)/bareline.elf tests/boot/grub-efi.cfg | $(call setup,boot)
	$(call step,GRUB,$@)
	mkdir -p $(@D)
	$$($(call find,grub-mkstandalone)) -O x86_64-efi -o $@ --install-modules="$(GRUB_EFI_MODULES)" \
		--fonts= --locales= --themes= \
		boot/bareline.elf=$(BUILD)/bareline.elf boot/grub/grub.cfg=tests/boot/grub-efi.cfg

$(BUILD)/boot-test/grub-efi.img: $(BUILD)/boot-test/grubx64.efi
	rm -f $@ && mformat -i $@ -C $(ESP_FORMAT) ::
	mmd -i $@ ::/EFI ::/EFI/BOOT
	mcopy -i $@ $< ::/EFI/BOOT/BOOTX64.EFI

# Bochs cannot pass a command line to the kernel, so this CD's GRUB does.
$(BUILD)/boot-test/bochs.img: $(BUILD)/bareline.elf $(BUILD)/eltorito.img tests/boot/bochs-grub.cfg
	$(call step,IMAGE,$@)
	rm -rf $(@D)/iso && mkdir -p $(@D)/iso/boot/grub
	cp $(BUILD)/bareline.elf $(@D)/iso/boot
	cp $(BUILD)/eltorito.img $(@D)/iso/boot/grub
	cp tests/boot/bochs-grub.cfg $(@D)/iso/boot/grub/grub.cfg
	$(MKISOFS) -o $@ -b boot/grub/eltorito.img -no-emul-boot \
		-boot-load-size 4 -boot-info-table --grub2-boot-info $(@D)/iso

# QEMU's multiboot rejects a 64-bit ELF file, so the file's class is changed. All addresses are
# below 4 GiB.
FIVE_LEVEL := tests/boot/five_level.S tests/boot/five_level_info.c

$(BUILD)/boot-test/five-level.elf: $(FIVE_LEVEL) boot/boot_info.h $(BUILD)/kernel.bin
	$(call step,LINK,$@)
	mkdir -p $(@D)
	$(CC) $(filter-out -MMD -MP,$(COMMON_FLAGS)) -ffreestanding -fno-pic -nostdlib -static \
		-Wl,--build-id=none,-N,--no-warn-rwx-segments,-Ttext=0x1000000 \
		-DKERNEL_BIN='"$(BUILD)/kernel.bin"' -o $@.64 $(FIVE_LEVEL)
	$(OBJCOPY) -O elf32-i386 $@.64 $@

# Without its multiboot header, QEMU enters the kernel by PVH.
$(BUILD)/boot-test/pvh.elf: $(BUILD)/kernel.elf
	mkdir -p $(@D)
	LC_ALL=C sed 's/\x02\xb0\xad\x1b/\x00\xb0\xad\x1b/' $< >$@

# Starts the loader on firmware that misbehaves (tests/odd).
$(BUILD)/boot-test/spoil.so: $(BUILD)/efi-obj/tests/odd/spoil.c.o
	$(call step,LINK,$@)
	mkdir -p $(@D)
	$(EFI_LINK) -o $@ $< -lgnuefi

$(BUILD)/boot-test/spoil.efi: $(BUILD)/boot-test/spoil.so
	$(ARCH_OBJCOPY) $(addprefix -j ,$(ARCH_EFI_SECTIONS)) -O efi-app-x86_64 --subsystem=10 $< $@

# Every way from firmware to the kernel. CASES='uefi-*' selects rows of the table.
.PHONY: boot-test boot-test-images
boot-test-images: $(BUILD)/bareline.img \
		$(addprefix $(BUILD)/boot-test/,grub-efi.img bochs.img five-level.elf pvh.elf)

boot-test: boot-test-images $(BUILD)/kernel.elf $(BUILD)/bareline | $(call setup,run)
	sh tests/boot/run.sh $(BUILD) '$(or $(CASES),*)'

# ---- Soak ----
#
# Random boots for SOAK_TIME seconds. The SEED is printed; ONLY=number repeats one boot of a seed.
# The tool that reads the logs is built with sanitizers.

SOAK_TIME ?= 600
SOAK_NEEDS := $(addprefix $(BUILD)/,kernel.elf bareline.elf bareline.img esp.img eltorito.img \
	boot-test/spoil.efi)
SOAK_OPTIONS = $(addprefix --seed=,$(SEED)) $(if $(SMALL),--small) \
	$(if $(ONLY),--only=$(ONLY),--seconds=$(or $(SECONDS),$(SOAK_TIME)))

.PHONY: soak
soak: $(SOAK_NEEDS) $(BUILD)/tests/bareline | $(call setup,run boot)
	python3 tests/soak/soak.py $(BUILD) --tool $(BUILD)/tests/bareline $(SOAK_OPTIONS)

$(BUILD)/tests/bareline: $(BUILD)/unit-obj/tools/cmd/main.c.o $(BUILD)/unit-obj/$$(UNIT_LIBRARY)
	@mkdir -p $(@D)
	$(UNIT_LINK) -o $@ $^ $(TOOL_LIBRARIES)

# ---- Unit tests ----
#
# tests/unit/DIR/test_X.c becomes $(BUILD)/tests/DIR/test_X, built natively with sanitizers and
# linked with its sources of lib/ and tools/. UNIT_SOURCES_X names more sources, from any directory.

UNIT_PACKAGE_FLAGS = $(call ask_once,UNIT_PACKAGE_FLAGS,$(PKG_CONFIG) --cflags cmocka)
UNIT_PACKAGE_LIBRARIES = $(call ask_once,UNIT_PACKAGE_LIBRARIES,$(PKG_CONFIG) --libs cmocka)
SANITIZERS ?= -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
UNIT_BUILD_ID := -DVERSION='"0"' -DBUILD_ID='"unit-test"' -DIMAGES='"images"'
UNIT_FLAGS = $(COMMON_FLAGS) -I$(BUILD) -O1 -D_GNU_SOURCE $(UNIT_BUILD_ID) $(SANITIZERS) \
	$(TOOL_PACKAGE_FLAGS) $(TOOL_READER_FLAGS) $(UNIT_PACKAGE_FLAGS)
UNIT_LINK = $(CC) $(SANITIZERS) $(LDFLAGS)
UNIT_LIBRARY := common.a
UNIT_LIBRARIES = $(UNIT_PACKAGE_LIBRARIES) $(TOOL_LIBRARIES)
UNIT_COMMON := $(patsubst %,$(BUILD)/unit-obj/%.o,$(filter-out tools/cmd/main.c,$(TOOL_SOURCES)) \
	$(if $(IS_ARCH),$(ARCH_QUERIES) lib/counter.c))
UNIT_TESTS := $(patsubst tests/unit/%.c,%,$(call sources,tests/unit,c))
UNIT_NAMES := $(foreach test,$(UNIT_TESTS),$(if $(filter test_%,$(notdir $(test))),$(test)))

UNIT_BENCH := $(wildcard tests/unit/bench/fake_*.c) tests/unit/bench/bench_run.c \
	$(call sources,bench,c S)
UNIT_LOG := tests/unit/tools/sample_log.c

# Sources for tests of this name in this directory, besides the common ones.
UNIT_SOURCES_bench := $(UNIT_BENCH)
UNIT_SOURCES_bench/engine := tests/unit/bench/engine/runner_fixture.c
UNIT_SOURCES_bench/flow/test_random := tests/unit/bench/flow/script_check.c
UNIT_SOURCES_bench/flow/test_scripts := tests/unit/bench/flow/script_check.c
UNIT_SOURCES_bench/idle := tests/unit/bench/idle/trace_fixture.c
UNIT_SOURCES_bench/noise := $(UNIT_SOURCES_bench/idle)
UNIT_SOURCES_bench/input/test_input := kernel/input/decode.c
UNIT_SOURCES_boot/test_device_tree := tests/unit/boot/tree_builder.c \
	$(addprefix boot/,device_tree.c device_tree_info.c loader_memory.c memory_map.c)
UNIT_SOURCES_boot/efi/tree/test_fw_cfg_acpi := boot/efi/tree/fw_cfg_acpi.c
UNIT_SOURCES_boot/efi/test_command_line := boot/efi/command_line.c
UNIT_SOURCES_boot/efi/test_acpi := boot/efi/acpi.c
UNIT_SOURCES_boot/efi/test_linux_line := boot/efi/linux_line.c
UNIT_SOURCES_boot/efi/netboot/test_origin := boot/efi/netboot/origin.c
UNIT_SOURCES_boot/efi/test_name := boot/efi/name.c
UNIT_SOURCES_boot/efi/test_state := boot/efi/state.c
UNIT_SOURCES_boot/efi/test_state_list := boot/efi/state.c boot/efi/state_list.c
UNIT_SOURCES_boot/efi/results/test_started := boot/efi/name.c
UNIT_SOURCES_boot/efi/results/test_summary := boot/efi/results/summary.c \
	boot/efi/results/page.c boot/efi/results/parts.c boot/efi/results/head.c boot/efi/name.c
UNIT_SOURCES_boot/efi/test_loader_options := boot/efi/loader_options.c
UNIT_SOURCES_boot/efi/test_menu := boot/efi/menu.c
UNIT_SOURCES_boot/test_memory_map := boot/memory_map.c
LOADER_TEST_SOURCES := tests/unit/boot/loader.c boot/loader_memory.c boot/memory_map.c
UNIT_SOURCES_boot/x86/test_multiboot1 := $(LOADER_TEST_SOURCES) boot/x86/multiboot.c
UNIT_SOURCES_boot/x86/test_multiboot2 := $(LOADER_TEST_SOURCES) boot/x86/multiboot.c
UNIT_SOURCES_boot/x86/test_pvh := $(LOADER_TEST_SOURCES) boot/x86/pvh.c
UNIT_SOURCES_include := $(UNIT_LOG) tests/unit/tools/log_buffer.c
UNIT_SOURCES_kernel/core/test_console := kernel/core/console.c \
	tests/unit/kernel/core/fake_panic.c
UNIT_SOURCES_kernel/core/test_string := lib/text/string.c
UNIT_SOURCES_kernel/x86/cpu/test_context := kernel/x86/cpu/context.S bench/os/registers_x86.S
UNIT_SOURCES_kernel/x86/cpu/test_extended_state := kernel/x86/cpu/extended_state.c
UNIT_SOURCES_kernel/x86/cpu/test_gdt := kernel/x86/cpu/gdt.c
UNIT_SOURCES_kernel/x86/cpu/test_registers := tests/unit/kernel/x86/cpu/entries.S bench/os/registers_x86.S \
	kernel/x86/code/entry.S $(addprefix kernel/x86/cpu/,guard_enter.S isr.S system_call.S user_mode_enter.S)
UNIT_SOURCES_kernel/dev/acpi := tests/unit/kernel/dev/acpi/table_builder.c \
	$(wildcard kernel/dev/acpi/parse*.c kernel/one_entry/dev/acpi/*.c)
UNIT_SOURCES_kernel/one_entry/dev/test_tree_caches := tests/unit/boot/tree_builder.c boot/device_tree.c \
	kernel/one_entry/dev/tree_caches.c kernel/one_entry/dev/acpi/cache_list.c
UNIT_SOURCES_kernel/riscv64/dev/test_tree_lines := tests/unit/boot/tree_builder.c boot/device_tree.c \
	kernel/riscv64/dev/tree_lines.c
UNIT_SOURCES_kernel/dev/pci/test_pci := $(addprefix kernel/dev/pci/,assign.c function.c scan.c)
UNIT_SOURCES_kernel/dev/screen/test_screen := kernel/core/console.c \
	tests/unit/kernel/core/fake_panic.c kernel/dev/screen/screen.c
UNIT_SOURCES_kernel/dev/test_run_log := kernel/dev/run_log.c kernel/core/console.c \
	tests/unit/kernel/core/fake_panic.c
UNIT_SOURCES_kernel/dev/screen/test_framebuffer := kernel/dev/screen/framebuffer.c
UNIT_SOURCES_kernel/dev/test_rtc := kernel/dev/rtc_format.c
UNIT_SOURCES_kernel/x86/dev/test_rtc_clock := kernel/dev/rtc_format.c
UNIT_SOURCES_kernel/x86/dev/test_vtd := kernel/x86/dev/vtd.c
UNIT_SOURCES_kernel/x86/dev/test_tsc := kernel/x86/dev/tsc.c kernel/dev/clock_wait.c
UNIT_SOURCES_kernel/disk/test_disk := kernel/dev/clock_wait.c
UNIT_SOURCES_kernel/disk/test_scratch := kernel/disk/scratch.c
UNIT_SOURCES_kernel/disk/test_nvme := kernel/disk/nvme.c
UNIT_SOURCES_kernel/disk/test_drivers := tests/unit/kernel/dev/pci/random_device.c \
	kernel/dev/pci/function.c \
	$(addprefix kernel/disk/,ahci.c ahci_port.c nvme.c virtio.c) \
	$(addprefix kernel/virtio/,device.c queue.c)
UNIT_SOURCES_kernel/display/test_curve := $(addprefix kernel/display/,curve.c row.c)
UNIT_SOURCES_kernel/display/test_display := $(call sources,kernel/display,c) $(UNIT_BENCH) \
	kernel/core/console.c tests/unit/kernel/core/fake_panic.c kernel/dev/screen/screen.c
UNIT_SOURCES_kernel/display/test_header := $(addprefix kernel/display/,header.c row.c)
UNIT_SOURCES_kernel/display/test_headlines := \
	$(addprefix kernel/display/,metrics.c headlines.c) bench/engine/stability.c
UNIT_SOURCES_kernel/flow/test_flow := tests/unit/kernel/flow/fake_threads.c \
	kernel/x86/flow/record.S bench/flow/meter.c $(addprefix kernel/flow/,port.c record.c resource.c task.c)
UNIT_SOURCES_kernel/flow/test_port := $(UNIT_SOURCES_kernel/flow/test_flow)
UNIT_SOURCES_kernel/flow/test_resource := $(UNIT_SOURCES_kernel/flow/test_flow)
UNIT_SOURCES_kernel/flow/test_link := tests/unit/kernel/flow/two_nodes.c \
	kernel/x86/flow/record.S bench/flow/meter.c $(addprefix kernel/flow/,link.c port.c record.c resource.c scale.c \
	task.c)
UNIT_SOURCES_kernel/flow/test_stream := $(UNIT_SOURCES_kernel/flow/test_link)
UNIT_SOURCES_kernel/flow/test_store := bench/flow/paged_store.c \
	kernel/x86/flow/record.S bench/flow/meter.c $(addprefix kernel/flow/,load.c port.c record.c resource.c scale.c store.c \
	task.c)
UNIT_SOURCES_kernel/flow/test_peers := tests/unit/kernel/flow/three_machines.c kernel/net/frame.c
UNIT_SOURCES_kernel/flow/test_sessions := $(UNIT_SOURCES_kernel/flow/test_peers)
UNIT_SOURCES_kernel/flow/test_real := \
	kernel/x86/flow/record.S bench/flow/meter.c $(addprefix kernel/flow/,real.c record.c resource.c task.c)
UNIT_SOURCES_kernel/flow/run/test_run := tests/unit/kernel/flow/run/no_run.c kernel/flow/run/run.c bench/flow/meter.c
UNIT_SOURCES_kernel/mm/test_address_space := \
	$(addprefix kernel/,mm/address_space.c mm/frames.c mm/page_tables.c x86/mm/page_entry.c)
UNIT_SOURCES_kernel/mm/test_demand := $(addprefix kernel/,mm/demand.c mm/frames.c mm/page_tables.c x86/mm/page_entry.c)
UNIT_SOURCES_kernel/mm/test_memory_map := kernel/mm/memory_map.c
UNIT_SOURCES_kernel/mm/test_ram_check := kernel/mm/ram_check.c
UNIT_SOURCES_kernel/x86/mm/test_page_tables := kernel/mm/page_tables.c kernel/x86/mm/page_entry.c
UNIT_SOURCES_kernel/net/test_cards := tests/unit/kernel/dev/pci/random_device.c \
	kernel/dev/pci/function.c \
	$(addprefix kernel/net/,e1000.c virtio_net.c) $(addprefix kernel/virtio/,device.c queue.c)
UNIT_SOURCES_kernel/net/test_frame := kernel/net/frame.c
UNIT_SOURCES_kernel/x86/pmu := tests/unit/kernel/x86/pmu/model.c kernel/x86/pmu/pmu.c kernel/x86/pmu/counter.c
UNIT_SOURCES_kernel/trial/test_ring := kernel/trial/ring.c $(call sources,bench/os,S)
UNIT_SOURCES_kernel/smp/test_measuring := kernel/smp/measuring.c
UNIT_SOURCES_kernel/x86/test_power := kernel/x86/pmu/power.c kernel/x86/pmu/amd_temperature.c lib/x86/cpu_identity.c
UNIT_SOURCES_kernel/test_nodes := kernel/nodes.c
UNIT_SOURCES_kernel/test_settings := kernel/settings.c kernel/x86/dev/serial_name.c $(UNIT_BENCH)
# Replaces the tool's own; test_large_traces uses that.
UNIT_SOURCES_lib/test_lib := lib/wire/base64.c lib/wire/crc.c
UNIT_SOURCES_lib/riscv64/test_riscv64 := $(addprefix lib/riscv64/,bits.c cpu_identity.c exception_name.c)
UNIT_SOURCES_lib/text/test_command_line := $(UNIT_BENCH)
UNIT_SOURCES_linux/code/test_system_calls := linux/code/system_calls.c
UNIT_SOURCES_linux/disk/test_stick := linux/disk/stick.c
UNIT_SOURCES_linux/disk/test_disk := linux/disk/disk.c tests/unit/linux/fake_process.c
UNIT_SOURCES_linux/flow/test_task := linux/flow/task.c bench/flow/meter.c
UNIT_SOURCES_linux/hypervisor/test_arguments := linux/hypervisor/arguments.c
UNIT_SOURCES_linux/hypervisor/test_guest := linux/hypervisor/guest.c tests/unit/tools/messages.c
UNIT_SOURCES_linux/idle/test_thread := linux/idle/thread.c
UNIT_SOURCES_linux/input/test_evdev := linux/input/evdev.c
UNIT_SOURCES_linux/input/test_sender := $(addprefix linux/,task/thread.c input/pressed_keys.c input/sender.c)
UNIT_SOURCES_linux/test_guard := $(addprefix linux/,delay.c guard.c task/workers.c) \
	$(addprefix linux/x86/,guard_entry.S signal_context.c) \
	bench/engine/hang_detector.c tests/unit/linux/fake_process.c
UNIT_SOURCES_linux/test_layout := linux/layout.c
UNIT_SOURCES_linux/watch/test_program := linux/watch/program.c linux/watch/display.c
UNIT_SOURCES_linux/watch/test_timeline := linux/watch/timeline.c linux/watch/switches.c \
	linux/watch/witness.c
UNIT_SOURCES_linux/task/test_rings := $(addprefix linux/task/,own_pages.c rings.c thread.c) $(call sources,bench/os,S)
UNIT_SOURCES_linux/task/test_thread := linux/task/thread.c
UNIT_SOURCES_linux/pmu/test_pmc := linux/pmu/pmc.c
UNIT_SOURCES_linux/test_nodes := $(addprefix linux/,nodes.c files.c)
UNIT_SOURCES_linux/test_system := $(addprefix linux/,system.c files.c)
UNIT_SOURCES_linux/test_coarse := linux/coarse.c
UNIT_SOURCES_linux/test_entry := linux/entry.c
UNIT_SOURCES_linux/test_program_clock := linux/program_clock.c
UNIT_SOURCES_linux/test_sleep := linux/sleep.c tests/unit/linux/fake_process.c
UNIT_SOURCES_linux/trial/test_fault := linux/trial/fault.c
UNIT_SOURCES_linux/trial/test_ipi := linux/trial/ipi.c
UNIT_SOURCES_linux/trial/test_major_fault := linux/trial/major_fault.c
UNIT_SOURCES_linux/trial/test_process_timer := $(addprefix linux/,sleep.c trial/process_timer.c)
UNIT_SOURCES_linux/trial/test_shootdown := linux/trial/shootdown.c
UNIT_SOURCES_linux/trial/test_wake := $(addprefix linux/,task/thread.c trial/wake.c)
UNIT_SOURCES_tools := $(UNIT_LOG) $(addprefix tests/unit/tools/,cells.c messages.c)
UNIT_SOURCES_tools/fleet := $(addprefix tests/unit/tools/,fleet/made_fleet.c small_log.c)
UNIT_SOURCES_tools/analysis/test_predict := $(UNIT_BENCH)
UNIT_SOURCES_tools/stats/test_odd := tests/fleet/rooms.c
UNIT_SOURCES_tools/analysis/test_memory_peak := tests/unit/tools/small_log.c
UNIT_SOURCES_tools/view/test_export := tests/unit/tools/small_log.c
UNIT_SOURCES_tools/compare/test_compare := tests/unit/tools/compare/two_sides.c
UNIT_SOURCES_tools/compare/test_judge := tests/unit/tools/compare/two_sides.c
UNIT_SOURCES_tools/compare/test_history := tests/unit/tools/compare/two_sides.c
UNIT_SOURCES_tools/compare/test_operating_systems := tests/unit/tools/compare/two_sides.c
UNIT_SOURCES_tools/compare/test_overhead := tests/unit/tools/compare/two_sides.c
UNIT_SOURCES_tools/compare/test_run_files := tests/unit/tools/compare/two_sides.c
UNIT_SOURCES_tools/compare/test_same_machine := tests/unit/tools/compare/two_sides.c
UNIT_SOURCES_tools/compare/test_side_list := tests/unit/tools/compare/two_sides.c
UNIT_SOURCES_tools/compare/test_unstable_timing := tests/unit/tools/compare/two_sides.c
UNIT_SOURCES_tools/run/boots/test_boot_until_stable := tests/unit/tools/compare/two_sides.c
UNIT_SOURCES_tools/analysis/test_outliers := tests/unit/tools/small_log.c
UNIT_SOURCES_tools/analysis/test_order := tests/unit/tools/small_log.c
UNIT_SOURCES_tools/analysis/test_timing := tests/unit/tools/small_log.c
UNIT_SOURCES_tools/analysis/test_recount := tests/unit/tools/small_log.c
UNIT_SOURCES_tools/compare/test_layers := tests/unit/tools/small_log.c \
	tests/unit/tools/compare/two_sides.c
UNIT_SOURCES_tools/compare/test_pairs := $(UNIT_BENCH)
UNIT_SOURCES_tools/cmd/flow := tests/unit/tools/flow_trace.c
UNIT_SOURCES_tools/flow := tests/unit/tools/flow_trace.c tests/unit/tools/flow_fixture.c \
	tests/flow/random.c tests/flow/span.c
UNIT_SOURCES_tools/flow/import := tests/unit/tools/flow/import/imported.c
UNIT_SOURCES_tools/flow/import/test_join := tests/unit/tools/flow_trace.c tests/unit/tools/flow_fixture.c
UNIT_SOURCES_tools/idle/system := tests/unit/tools/idle_log.c
UNIT_SOURCES_tools/flow/load := tests/unit/tools/flow_trace.c tests/unit/tools/flow_fixture.c
UNIT_SOURCES_tools/idle := tests/unit/tools/idle_log.c tests/unit/tools/small_log.c \
	tests/unit/tools/idle/view_fixture.c
UNIT_SOURCES_tools/memory/test_chase := bench/mem/cycle.c
UNIT_SOURCES_tools/plugin/test_branch := $(wildcard tools/plugin/branch*.c)
UNIT_SOURCES_tools/plugin/test_follower := \
	$(filter-out %/plugin.c %/memory_model.c %/qemu_interface.c %/program_events.c,$(call sources,tools/plugin,c))
UNIT_SOURCES_tools/plugin/test_memory_model := \
	$(filter-out %/plugin.c %/qemu_interface.c %/program_events.c,$(call sources,tools/plugin,c))
UNIT_SOURCES_tools/plugin/test_program := $(addprefix tools/plugin/,block.c program_counter.c \
	program_places.c program_tally.c program_task.c) $(wildcard tools/plugin/branch*.c)
UNIT_SOURCES_tools/plugin/test_qemu_interface := tools/plugin/qemu_interface.c
UNIT_SOURCES_tools/record := tests/unit/tools/log_buffer.c
UNIT_SOURCES_tools/run/test_capture := tests/unit/tools/run/command.c
UNIT_SOURCES_tools/run/test_directory := tests/unit/tools/run/command.c
UNIT_SOURCES_tools/run/test_run := tests/unit/tools/run/command.c
UNIT_SOURCES_tools/topic/test_memory_order := tests/unit/tools/small_log.c
UNIT_SOURCES_tools/topic/flow := tests/unit/tools/flow_trace.c tests/unit/tools/flow_fixture.c \
	tests/unit/tools/topic/flow/traced.c

# Tests that count multiplications or avoid them and painting, and tests of the process that see its system calls.
comma := ,
wrap = $(addprefix -Wl$(comma)--wrap=,$1)
UNIT_LINK_bench/clock/test_clock := $(call wrap,chain_multiply)
UNIT_LINK_bench/test_listing := $(call wrap,chain_multiply)
UNIT_LINK_bench/idle/test_calibration := $(call wrap,idle_loop_poll)
UNIT_LINK_bench/idle/test_idle := $(call wrap,chain_multiply)
UNIT_LINK_bench/mem/test_nodes := $(call wrap,$(addprefix bandwidth_read_,sse2 avx2 avx512))
# The table of system calls has an absolute address of 32 bits.
UNIT_LINK_kernel/x86/cpu/test_registers := -no-pie
UNIT_LINK_linux/test_coarse := $(call wrap,clock_getres clock_nanosleep)
UNIT_LINK_linux/test_entry := $(call wrap,getppid)
UNIT_LINK_linux/test_program_clock := $(call wrap,clock_gettime gettimeofday syscall time)
UNIT_LINK_linux/test_sleep := $(call wrap,clock_nanosleep)
UNIT_LINK_linux/task/test_rings := $(call wrap,mmap)
UNIT_LINK_linux/trial/test_fault := $(call wrap,getrusage madvise mprotect sigaction)
UNIT_LINK_linux/trial/test_ipi := $(call wrap,sigaction)
UNIT_LINK_linux/trial/test_major_fault := \
	$(call wrap,getrusage madvise mmap open posix_fadvise pread)
UNIT_LINK_linux/trial/test_process_timer := \
	$(call wrap,read sigaction timer_create timer_settime timerfd_create timerfd_settime)
UNIT_LINK_linux/trial/test_shootdown := $(call wrap,madvise)
UNIT_LINK_linux/trial/test_wake := \
	$(call wrap,bind eventfd ioctl nanosleep open pread pthread_attr_destroy pthread_attr_init \
	pthread_create read socket syscall write)
UNIT_LINK_linux/watch/test_program := $(call wrap,mmap read write)
UNIT_LINK_tools/compare/test_pairs := $(call wrap,chain_multiply)
UNIT_LINK_tools/idle/test_replay := $(call wrap,canvas_clear)

$(BUILD)/flags/unit: | $(call setup,tool unit)
$(BUILD)/flags/unit: FLAGS_IN_USE = $(CC) $(UNIT_FLAGS) $(UNIT_LINK) $(UNIT_LIBRARIES)

$(BUILD)/unit-obj/%.o: % $(BUILD)/flags/unit | $(call setup,$(COMPILER))
	$(call step,UNIT,$<)
	mkdir -p $(@D)
	$(CC) $(UNIT_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/unit-obj/bench/engine/registry.c.o: private UNIT_FLAGS += -iquote $(LIST_DIRECTORY)
$(BUILD)/unit-obj/bench/engine/registry.c.o: $(COMPILED_LIST)

# The compiler must not call the functions that this file replaces.
$(BUILD)/unit-obj/lib/text/string.c.o: private UNIT_FLAGS += -ffreestanding

$(patsubst %,$(BUILD)/unit-obj/bench/%.c.o,engine/cpu_team engine/standby mem/c2c smp/skew): \
	private UNIT_FLAGS += -include tests/unit/bench/yield.h

# Entries and returns that a process executes.
$(patsubst %,$(BUILD)/unit-obj/kernel/x86/%.S.o,code/entry cpu/system_call cpu/user_mode_enter): \
	private UNIT_FLAGS += -include tests/unit/kernel/x86/cpu/host_entries.h

$(BUILD)/unit-obj/common.a: $(UNIT_COMMON)
	@rm -f $@
	$(AR) rcs $@ $^

# For tests/mutants/mutation.py.
$(BUILD)/unit-obj/common.so: $(UNIT_COMMON)
	$(CC) $(SANITIZERS) -shared -o $@ $^

# Flags of the directory, its subdirectory and the test: tools, tools/idle, tools/idle/test_gaps.
UNIT_DIRECTORIES = $(firstword $(subst /, ,$1)) $(patsubst %/,%,$(dir $1)) $1
UNIT_SOURCES = $(foreach directory,$(UNIT_DIRECTORIES),$(UNIT_SOURCES_$(directory)))
UNIT_OBJECTS = $(patsubst %,$(BUILD)/unit-obj/%.o,$(sort tests/unit/main.c tests/unit/$1.c $(UNIT_SOURCES)))
# For a processor that is not measured: the tests that need only lib/ and tools/, without those of the kernel and of lib/'s
# processor.
UNIT_PROGRAMS := $(addprefix $(BUILD)/tests/,$(foreach test,$(UNIT_NAMES),$(if $(or $(IS_ARCH),\
	$(if $(filter kernel/% lib/cpu/% lib/x86/%,$(test))$(filter-out tests/% lib/% tools/%,$(call \
	UNIT_SOURCES,$(test))),,yes)),$(test))))

$(UNIT_PROGRAMS): $(BUILD)/tests/%: $$(call UNIT_OBJECTS,$$*) $(BUILD)/unit-obj/$(UNIT_LIBRARY)
	@mkdir -p $(@D)
	$(UNIT_LINK) $(UNIT_LINK_$*) -o $@ $^ $(UNIT_LIBRARIES)

# All, or UNIT='tools/stats/test_stats lib/%'. UNIT_TEST selects their functions, see
# tests/unit/unit.h.
UNIT ?= %
UNIT_TEST ?=
.PHONY: unit unit-programs
unit unit-programs: $(filter $(addprefix $(BUILD)/tests/,$(UNIT)),$(UNIT_PROGRAMS))

unit:
	@[ "$^" ] || { echo "$(UNIT): no such unit test; give a name such as tools/stats/test_stats"; exit 2; }
	@sh tests/unit/run.sh $^

# The kernel for 64-bit ARM, which the check golden-aarch64 boots.
.PHONY: aarch64-kernel
aarch64-kernel: | $(call setup,aarch64-compiler aarch64-run)
	+$(MAKE) -s ARCH=aarch64 $(addprefix $(BUILD)/aarch64/,kernel.elf Image bareline.img)

# The kernel for riscv64, for the checks golden-riscv64 and boot-riscv64.
.PHONY: riscv64-kernel
riscv64-kernel: | $(call setup,riscv64-compiler riscv64-run)
	+$(MAKE) -s ARCH=riscv64 $(addprefix $(BUILD)/riscv64/,kernel.elf Image bareline.img)

# Sticks with Linux, for the checks boot-linux-aarch64 and boot-linux-riscv64.
.PHONY: aarch64-stick riscv64-stick
aarch64-stick riscv64-stick: %-stick:
	+$(MAKE) -s ARCH=$* $(BUILD)/$*/stick.img

# Linux on riscv64, with the process as its only program.
.PHONY: riscv64-linux
riscv64-linux: | $(call setup,riscv64-compiler riscv64-run)
	+$(MAKE) -s ARCH=riscv64 $(addprefix $(BUILD)/riscv64/,bareline-linux-static linux/vmlinuz \
		task-server-symbols hypervisor/init hypervisor/symbols count/init)

# The Linux process, other programs and Linux for 64-bit ARM, for the same check and count-aarch64.
.PHONY: aarch64-linux
aarch64-linux: | $(call setup,aarch64-compiler aarch64-run)
	+$(MAKE) -s ARCH=aarch64 $(addprefix $(BUILD)/aarch64/,bareline-linux-static task-server-symbols \
		hypervisor/init hypervisor/symbols hypervisor/monitor count/init linux/vmlinuz)

# The host tool for 64-bit ARM. After an error the check aarch64 builds it again, and fails with the message.
.PHONY: aarch64-tool
aarch64-tool: | $(call setup,tool aarch64)
	-@sh tests/hosts/aarch64.sh $(BUILD) build

# ---- An independent program ----
#
# Ordinary C for its own Linux guest. Shares no code with the compared program.

INDEPENDENT := tests/independent

$(BUILD)/independent: $(call sources,$(INDEPENDENT),c h) | $(call setup,$(COMPILER))
	$(call step,LINK,$@)
	$(CC) -std=c11 -D_GNU_SOURCE -O2 $(WARNINGS) $(ERROR_FLAGS) -static -pthread -o $@ \
		$(filter %.c,$^)

AGREEMENT := $(addprefix $(BUILD)/,bareline bareline-linux bareline-linux-static independent linux/vmlinuz)

# A directory of the sources of multichase.
MULTICHASE ?=

.PHONY: agreement
agreement: $(AGREEMENT) | $(call setup,run test)
	MULTICHASE=$(MULTICHASE) python3 scripts/agreement.py $(BUILD) docs/reference/agreement.md

# ---- The memory model compared with cachegrind ----

$(BUILD)/memory-walks: tests/memory/walks.c | $(call setup,$(COMPILER))
	$(call step,CC,$@)
	$(CC) -std=c11 $(WARNINGS) $(ERROR_FLAGS) -O1 -fno-stack-protector -fcf-protection=none \
		-fno-pie -nostdlib -static -o $@ $<

$(BUILD)/memory-replay: $(patsubst %,$(BUILD)/tool-obj/%.o,tests/memory/replay.c tools/base/alloc.c \
		$(call sources,tools/memory,c))
	$(call step,LINK,$@)
	$(TOOL_LINK) -o $@ $^

# ---- Programs and libraries of other tests ----

# Delays QEMU's threads at random: preloaded in tests/golden/determinism.sh.
$(BUILD)/jitter.so: tests/golden/jitter.c lib/rng.c lib/rng.h | $(call setup,$(COMPILER))
	$(call step,CC,$@)
	$(CC) $(filter-out -MMD -MP,$(COMMON_FLAGS)) -O2 -D_GNU_SOURCE -fPIC -shared -o $@ \
		$(filter %.c,$^)

# The preloaded libraries of tests/linux/linux.sh and tests/faults/faults.py, and the wrapper of the latter.
$(BUILD)/surroundings.so: tests/linux/surroundings.c
$(BUILD)/faults-memory.so: tests/faults/memory.c
$(BUILD)/surroundings.so $(BUILD)/faults-memory.so: | $(call setup,$(COMPILER))
	$(call step,CC,$@)
	$(CC) $(filter-out -MMD -MP,$(COMMON_FLAGS)) $(ERROR_FLAGS) -O2 -D_GNU_SOURCE -fPIC -shared \
		-o $@ $<

# The first programs of Linux guests, traced by tests/flow/import.sh and tests/flow/hosts.py.
$(addprefix $(BUILD)/flow-,host probed story): $(BUILD)/flow-%: tests/flow/%.c | $(call setup,$(COMPILER))
	$(call step,CC,$@)
	$(CC) $(filter-out -MMD -MP,$(COMMON_FLAGS)) $(ERROR_FLAGS) -O2 -static -pthread -o $@ $<

$(BUILD)/faults-calls: tests/faults/calls.c | $(call setup,$(COMPILER))
	$(call step,CC,$@)
	$(CC) $(filter-out -MMD -MP,$(COMMON_FLAGS)) $(ERROR_FLAGS) -O2 -D_GNU_SOURCE -o $@ $<

# Write tests/golden from this build.
.PHONY: golden
golden: $(BUILD)/kernel.elf $(BUILD)/bareline | $(call setup,run)
	sh tests/golden/golden.sh $(BUILD) --update
	python3 tests/golden/loops.py $(BUILD) --update

# Write every view of the stored logs.
.PHONY: corpus
corpus: $$(call check_needs,corpus)
	python3 -B tests/corpus/corpus.py $(BUILD) --update

# ---- Steps ----
#
# The host tool with a counter in every basic block. tests/steps/steps.sh limits the counts.

STEPS_FLAGS = $(COMMON_FLAGS) -I$(BUILD) -O1 -D_GNU_SOURCE $(UNIT_BUILD_ID) $(TOOL_PACKAGE_FLAGS) $(TOOL_READER_FLAGS)
STEPS_OBJECTS := $(patsubst %,$(BUILD)/steps-obj/%.o,tests/steps/counter.c $(TOOL_SOURCES))

$(BUILD)/flags/steps: | $(call setup,tool)
$(BUILD)/flags/steps: FLAGS_IN_USE = $(CC) $(STEPS_FLAGS) $(TOOL_LIBRARIES)

$(BUILD)/steps-obj/tests/steps/counter.c.o: STEPS_COUNTED =
$(BUILD)/steps-obj/%.o: STEPS_COUNTED = -fsanitize-coverage=trace-pc
$(BUILD)/steps-obj/%.o: % $(BUILD)/flags/steps | $(call setup,$(COMPILER))
	$(call step,STEPS,$<)
	mkdir -p $(@D)
	$(CC) $(STEPS_FLAGS) $(STEPS_COUNTED) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/bareline-steps: $(STEPS_OBJECTS)
	$(CC) -o $@ $^ $(TOOL_LIBRARIES)

# ---- Fuzzing ----
#
# Only clang has libFuzzer. tests/fuzz/fuzz_X.c has a dictionary, X.dict, and a corpus. `make fuzz
# FUZZ_TARGET=X` starts from the corpus, and keeps new inputs under $(BUILD).
# `make fuzz-replay` is the short form for `make test`; FUZZ_TIMES makes it longer, and FUZZ_FAST_TIMES
# the targets of which 2000 runs take a second. Its runs are repeatable: one seed, sorted files, no reload, and no use of compared values, which may be
# addresses. A failure is a bug in any run, and its input is kept as a file. An execution frees little memory,
# so the default quarantine of 256 MB only makes each one touch new pages.

FUZZ_TARGET ?= log
FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
# Compared values guide only `make fuzz`. The programs of the replay do not report them, which saves up to
# half of their time.
FUZZ_KIND := $(if $(filter fuzz,$(MAKECMDGOALS)),fuzz-compared,fuzz)
FUZZ_COVERAGE_fuzz := -fno-sanitize-coverage=trace-cmp
FUZZ_PROGRAMS := $(addprefix $(BUILD)/$(FUZZ_KIND)/,$(FUZZ_TARGETS))
FUZZ_RUNS ?= 10000000
FUZZ_REPLAY_RUNS := 1000
FUZZ_REPLAY_RUNS_commands := 400
FUZZ_REPLAY_RUNS_manifest := 60
FUZZ_REPLAY_RUNS_nodes := 400
FUZZ_REPLAY_RUNS_program := 400
FUZZ_REPLAY_RUNS_stick := 100
FUZZ_TIMES := 1
FUZZ_FAST_TIMES = $(FUZZ_TIMES)
FUZZ_SLOW := baseline commands counts flow import join log manifest nodes program stick
FUZZ_LEAST := 0
FUZZ_BYTES_MAX := 600
FUZZ_BYTES_MAX_firmware := 1200
FUZZ_BYTES_MAX_flow := 2400
FUZZ_BYTES_MAX_import := 2400
FUZZ_BYTES_MAX_join := 4000
FUZZ_BYTES_MAX_counts := 2400
FUZZ_BYTES_MAX_count := 2400
FUZZ_BYTES_MAX_program := 2400
FUZZ_BYTES_MAX_summary := 2400
FUZZ_BYTES_MAX_commands := 24000
FUZZ_FLAGS = $(COMMON_FLAGS) -I$(BUILD) -O2 -D_GNU_SOURCE $(UNIT_BUILD_ID) \
	-fsanitize=fuzzer-no-link,address,undefined $(FUZZ_COVERAGE_$(FUZZ_KIND)) -fno-sanitize-recover=all \
	$(TOOL_PACKAGE_FLAGS) $(TOOL_READER_FLAGS)
FUZZ_COMMON := $(patsubst %,$(BUILD)/$(FUZZ_KIND)-obj/%.o,bench/input/steps.c \
	tests/fuzz/command.c tests/fuzz/networks.c tests/fuzz/sign.c tests/unit/tools/sample_log.c \
	boot/x86/multiboot.c boot/x86/pvh.c boot/device_tree.c boot/device_tree_info.c \
	boot/loader_memory.c boot/memory_map.c boot/efi/name.c \
	$(addprefix boot/efi/results/,head.c page.c parts.c summary.c) \
	$(wildcard kernel/dev/acpi/parse*.c kernel/one_entry/dev/acpi/*.c) kernel/one_entry/dev/tree_caches.c \
	$(addprefix lib/x86/cpu,_caches.c _identity.c _topology.c id.c) \
	$(filter-out tools/cmd/main.c,$(TOOL_SOURCES)))
# Replacements of functions with the same name, for a fuzz target.
FUZZ_LINK_COMMAND = $(call wrap,exit err errx child_start)
FUZZ_LINK_commands = $(FUZZ_LINK_COMMAND) $(call wrap,file_create directory_make \
	directory_ensure)
FUZZ_LINK_manifest = $(FUZZ_LINK_commands)
FUZZ_LINK_stick = $(FUZZ_LINK_COMMAND)
FUZZ_LINK_options = $(call wrap,exit)
FUZZ_CORPUS := tests/fuzz/corpus

fuzz_files = $(subst $() $(),$(comma),$(sort $(wildcard $(FUZZ_CORPUS)/$1/*)))
# A small input needs neither much memory nor much time, even on a busy host.
FUZZ_OPTIONS = -malloc_limit_mb=256 -timeout=20 \
	-max_len=$(or $(FUZZ_BYTES_MAX_$1),$(FUZZ_BYTES_MAX)) \
	-artifact_prefix=$(BUILD)/fuzz/ $(addprefix -dict=,$(wildcard tests/fuzz/$1.dict))

$(BUILD)/flags/$(FUZZ_KIND): | $(call setup,tool fuzz)
$(BUILD)/flags/$(FUZZ_KIND): FLAGS_IN_USE = $(FUZZ_FLAGS) $(TOOL_LIBRARIES)

$(BUILD)/$(FUZZ_KIND)-obj/%.o: % $(BUILD)/flags/$(FUZZ_KIND)
	@mkdir -p $(@D)
	clang $(FUZZ_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/$(FUZZ_KIND)-obj/common.a: $(FUZZ_COMMON)
	@rm -f $@
	$(AR) rcs $@ $^

$(FUZZ_PROGRAMS): $(BUILD)/$(FUZZ_KIND)/%: $(BUILD)/$(FUZZ_KIND)-obj/tests/fuzz/fuzz_%.c.o \
		$(BUILD)/$(FUZZ_KIND)-obj/common.a
	@mkdir -p $(@D)
	clang -fsanitize=fuzzer,address,undefined $(FUZZ_LINK_$*) -o $@ $^ $(TOOL_LIBRARIES)

.PHONY: fuzz fuzz-programs fuzz-replay $(addprefix fuzz-replay-,$(FUZZ_TARGETS))
fuzz-programs: $(FUZZ_PROGRAMS)

fuzz: $(BUILD)/$(FUZZ_KIND)/$(FUZZ_TARGET)
	@mkdir -p $(BUILD)/fuzz/corpus/$(FUZZ_TARGET)
	$< -runs=$(FUZZ_RUNS) $(call FUZZ_OPTIONS,$(FUZZ_TARGET)) -print_final_stats=1 \
		$(BUILD)/fuzz/corpus/$(FUZZ_TARGET) $(FUZZ_CORPUS)/$(FUZZ_TARGET)

# Of a target, as an expression of the shell.
fuzz_replay_product = $(or $(FUZZ_REPLAY_RUNS_$1),$(FUZZ_REPLAY_RUNS)) * \
	$(if $(filter $1,$(FUZZ_SLOW)),$(FUZZ_TIMES),$(FUZZ_FAST_TIMES))
fuzz_replay_runs = $(shell echo $$(($(call fuzz_replay_product,$*))))
FUZZ_REPLAY_SUM = $(shell echo $$(($(foreach target,$(FUZZ_TARGETS),$(call \
	fuzz_replay_product,$(target)) +) 0)))

# FUZZ_LEAST: the executions of all targets together.
fuzz-replay: $(addprefix fuzz-replay-,$(FUZZ_TARGETS))
	@echo 'fuzz: $(FUZZ_REPLAY_SUM) runs of $(words $(FUZZ_TARGETS)) targets'
	@[ $(FUZZ_REPLAY_SUM) -ge $(FUZZ_LEAST) ] || { echo 'expected $(FUZZ_LEAST) runs'; exit 1; }

$(addprefix fuzz-replay-,$(FUZZ_TARGETS)): fuzz-replay-%: $(BUILD)/fuzz/%
	@ASAN_OPTIONS=quarantine_size_mb=4 sh tests/timed.sh $* $< -runs=$(fuzz_replay_runs) $(call FUZZ_OPTIONS,$*) -seed=1 -reload=0 \
		-use_cmp=0 -seed_inputs=$(call fuzz_files,$*) \
		>$(BUILD)/fuzz/replay-$*.log 2>&1 || \
		{ cat $(BUILD)/fuzz/replay-$*.log; exit 1; }
	@echo 'fuzz: $* $(fuzz_replay_runs) runs from' \
		'$(words $(wildcard $(FUZZ_CORPUS)/$*/*)) files without a failure'
