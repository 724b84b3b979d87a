# SPDX-License-Identifier: MIT
# The loader for UEFI, and the image that boots from disk, USB stick and CD.

# ---- EFI loader ----

EFI_SOURCES := $(filter-out $(ARCH_EFI_WITHOUT),$(call sources,boot/efi,c)) $(ARCH_EFI_SOURCES) \
	boot/memory_map.c boot/fw_cfg.c \
	lib/run_verdict.c lib/smbios.c lib/utc_time.c $(call sources,lib/netboot,c) \
	$(addprefix lib/text/,command_line.c fmt.c string.c text.c)
EFI_OBJECTS := $(patsubst %,$(ARCH_BUILD)/efi-obj/%.o,$(EFI_SOURCES) boot/efi/kernel.S)
EFI_FLAGS = $(COMMON_FLAGS) -O2 $(FREESTANDING_FLAGS) \
	$(patsubst %,-isystem % $(ARCH_EFI_HEADERS:%=-isystem %/%),$(EFI_HEADERS)) $(ARCH_EFI_FLAGS) \
	-fpic -fshort-wchar -fno-stack-protector \
	-fno-asynchronous-unwind-tables -fno-strict-aliasing
EFI_LINK = $(ARCH_LD) -nostdlib -Bsymbolic -znocombreloc -znoexecstack --no-undefined $(ARCH_EFI_LINK)
EFI_HEADERS = $(call ask_once,EFI_HEADERS,$(call find,efi-headers))
EFI_PLACES = $(call ask_once,EFI_PLACES,$(call find,efi-link))

$(ARCH_BUILD)/flags/efi: | $(call setup,$(ARCH_IMAGE_GROUP))
$(ARCH_BUILD)/flags/efi: FLAGS_IN_USE = $(ARCH_CC) $(EFI_FLAGS) $(EFI_LINK)

$(ARCH_BUILD)/efi-obj/%.o: % $(ARCH_BUILD)/flags/efi | $(call setup,$(ARCH_COMPILER) $(ARCH_IMAGE_GROUP))
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(ARCH_CC) $(EFI_FLAGS) $(OWN_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(ARCH_BUILD)/efi-obj/boot/efi/kernel.S.o: OWN_FLAGS = -DKERNEL_BIN='"$(ARCH_BUILD)/kernel.bin"'
$(ARCH_BUILD)/efi-obj/boot/efi/kernel.S.o: $(ARCH_BUILD)/kernel.bin

$(ARCH_BUILD)/efi-obj/boot/efi/menu_screen.c.o: OWN_FLAGS = -DBENCH_FAMILIES='"$(FAMILIES)"'
$(ARCH_BUILD)/efi-obj/boot/efi/menu_screen.c.o: $(COMPILED_LIST)

$(ARCH_BUILD)/efi.so: $(EFI_OBJECTS) $(ARCH_EFI_SCRIPT:%/loader.ld=$(ARCH_BUILD)/loader.ld)
	$(call step,LINK,$@)
	$(EFI_LINK) -o $@ $(EFI_OBJECTS) $(ARCH_EFI_LIBRARY)

$(ARCH_BUILD)/$(ARCH_EFI): $(ARCH_BUILD)/efi.so
	$(ARCH_EFI_COPY)

# ---- Image: disk, USB stick and CD, for BIOS and UEFI ----
#
# Two builds of one commit give the same bytes: every file has the commit's time; volume IDs and
# serial numbers are fixed.

# The menu entries: every family except the ones that need code of the user or crash on purpose.
FAMILIES = $(filter-out code test,$(sort $(call ask_once,LISTED_FAMILIES,\
	sed -n 's/^BENCHMARK.bench_\([a-z0-9]*\)_.*/\1/p' $(COMPILED_LIST))))
GRUB_MODULES := biosdisk iso9660 part_gpt part_msdos normal multiboot2 serial terminal vbe video
VOLUME_SERIAL := 42415245
# 4 MiB of FAT16.
ESP_FORMAT := -T 8192 -h 16 -s 32 -c 1
IN_UTC := TZ=UTC0
# xorriso prints a banner on standard error. Show its output only if it fails.
MKISOFS := sh -c 'output=$$(xorriso -as mkisofs "$$@" 2>&1) || { echo "$$output" >&2; exit 1; }' mkisofs
DATED := touch -d @$(SOURCE_DATE_EPOCH)

.PHONY: image
image: $(ARCH_BUILD)/bareline.img

# GRUB boots the kernel without debugging information, which is most of its ELF file.
$(BUILD)/bareline.elf: $(BUILD)/kernel.elf
	$(OBJCOPY) --strip-all $< $@

$(BUILD)/grub.cfg: boot/grub.cfg $(COMPILED_LIST)
	sed 's/@FAMILIES@/$(FAMILIES)/' $< > $@

$(BUILD)/eltorito.img: | $(call setup,image)
	program=$$($(call find,grub-mkimage)) && modules=$$($(call find,grub-pc)) && \
		$$program -d "$$modules" -O i386-pc-eltorito -p /boot/grub -o $@ $(GRUB_MODULES)

$(ARCH_BUILD)/esp.img: $(ARCH_BUILD)/$(ARCH_EFI) boot/bareline.cfg
	$(call step,IMAGE,$@)
	rm -rf $@ $(ARCH_BUILD)/esp && mkdir -p $(ARCH_BUILD)/esp/EFI/BOOT
	cp $< $(ARCH_BUILD)/esp/EFI/BOOT
	cp boot/bareline.cfg $(ARCH_BUILD)/esp
	find $(ARCH_BUILD)/esp -exec $(DATED) {} +
	$(IN_UTC) mformat -i $@ -C $(ESP_FORMAT) -N $(VOLUME_SERIAL) -v BARELINE ::
	$(IN_UTC) mcopy -i $@ -s -m $(ARCH_BUILD)/esp/* ::

# The EFI system partition, as partition of a disk and as El Torito image of a CD.
# usage: $(call esp_arguments,PARTITION)
esp_arguments = -append_partition 2 0xef $1 -appended_part_as_gpt \
	-e --interval:appended_partition_2:all:: -no-emul-boot

# An image with two partitions: one for a BIOS, and the EFI system partition.
# usage: $(call make_hybrid,PARTITION,DIRECTORY)
define make_hybrid
	rm -rf $2 && mkdir -p $2/boot/grub/i386-pc
	cp $(BUILD)/bareline.elf $2/boot
	cp $(BUILD)/grub.cfg $2/boot/grub
	cp $(BUILD)/eltorito.img $2/boot/grub/i386-pc
	find $2 -exec $(DATED) {} +
	modules=$$($(call find,grub-pc)) && $(IN_UTC) $(MKISOFS) -r -V BARELINE -o $@ \
		-b boot/grub/i386-pc/eltorito.img -no-emul-boot -boot-load-size 4 -boot-info-table \
		--grub2-boot-info --grub2-mbr "$$modules"/boot_hybrid.img \
		-eltorito-alt-boot $(call esp_arguments,$1) \
		$2
endef

# An image with the EFI system partition only.
define make_efi_image
	rm -rf $2 && mkdir -p $2 && $(DATED) $2
	$(IN_UTC) $(MKISOFS) -r -V BARELINE -o $@ $(call esp_arguments,$1) $2
endef

$(ARCH_BUILD)/bareline.img: $(addprefix $(ARCH_BUILD)/,$(ARCH_IMAGE_PARTS))
	$(call step,IMAGE,$@)
	$(call $(ARCH_IMAGE_KIND),$(ARCH_BUILD)/esp.img,$(ARCH_BUILD)/iso)

# ---- Stick: the image with Linux, and space for many runs ----

# 64 MiB of FAT16. Loaders for other processors are on the stick of x86-64 if they were built.
STICK_FORMAT := -T 131072 -h 16 -s 32 -c 4
STICK_LOADERS = $(ARCH_BUILD)/$(ARCH_EFI) \
	$(if $(IS_ARCH),$(wildcard $(BUILD)/aarch64/BOOTAA64.EFI $(BUILD)/riscv64/BOOTRISCV64.EFI))
STICK_LINUX := $(addprefix $(ARCH_BUILD)/,hypervisor/vmlinuz stick/initrd)
STICK := $(ARCH_BUILD)/stick

.PHONY: stick
stick: $(ARCH_BUILD)/stick.img $(BUILD)/bareline
	@echo 'Next: sudo scripts/write-usb.sh $(ARCH_BUILD)/stick.img /dev/sdX (docs/real-hardware.md)'

# The host tool of this processor only is on the stick.
STICK_PROGRAMS = $(ARCH_BUILD)/bareline-linux-static $(if $(IS_ARCH),$(BUILD)/bareline-static)

$(ARCH_BUILD)/stick/initrd: $(STICK_PROGRAMS) $(ARCH_BUILD)/hypervisor/vmlinuz scripts/initrd.py | $(call setup,python)
	$(call step,ARCHIVE,$@)
	mkdir -p $(@D)
	python3 scripts/initrd.py $@ $(ARCH_BUILD)/hypervisor/stick $(STICK_PROGRAMS)

$(ARCH_BUILD)/stick/esp.img: $(STICK_LOADERS) $(STICK_LINUX) boot/bareline.cfg
	$(call step,IMAGE,$@)
	rm -rf $@ $(STICK)/esp && mkdir -p $(STICK)/esp/EFI/BOOT $(STICK)/esp/linux/$(ARCH)
	cp $(STICK_LOADERS) $(STICK)/esp/EFI/BOOT
	cp $(STICK_LINUX) $(STICK)/esp/linux/$(ARCH)
	sed 's/^suite=quick$$/suite=quick then=linux/' boot/bareline.cfg >$(STICK)/esp/bareline.cfg
	find $(STICK)/esp -exec $(DATED) {} +
	$(IN_UTC) mformat -i $@ -C $(STICK_FORMAT) -N $(VOLUME_SERIAL) -v BARELINE ::
	$(IN_UTC) mcopy -i $@ -s -m $(STICK)/esp/* ::

$(ARCH_BUILD)/stick.img: $(addprefix $(ARCH_BUILD)/,$(ARCH_IMAGE_PARTS:esp.img=stick/esp.img))
	$(call step,IMAGE,$@)
	$(call $(ARCH_IMAGE_KIND),$(ARCH_BUILD)/stick/esp.img,$(STICK)/iso)
