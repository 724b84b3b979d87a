# Bareline's one build file. All output goes under $(BUILD);
# `make help` lists what can be asked for.
#
# A target first runs scripts/setup.sh for the groups of things that it needs of the system, which
# installs what is missing (and says so) and leaves a stamp, so that a second call does no set-up
# work. SETUP=no leaves that out.
#
# CFLAGS, CPPFLAGS and LDFLAGS are for what is not measured: the host tool, and what the Linux
# process does before and after. Kernel, loader and all that a figure counts are built with the
# project's flags alone, because other flags are other figures. WERROR=1 makes warnings errors, as
# the tests do.
#
# The tree may lie in a path with spaces; BUILD may not have any, so leave it relative.

BUILD ?= build
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
CFLAGS ?= -O2 -g
OBJCOPY ?= objcopy
NM ?= nm
PKG_CONFIG ?= pkg-config
INSTALL ?= install

# Where `make install` puts things, below DESTDIR. Images are programs for one processor.
prefix ?= /usr/local
exec_prefix ?= $(prefix)
bindir ?= $(exec_prefix)/bin
libdir ?= $(exec_prefix)/lib
datarootdir ?= $(prefix)/share
datadir ?= $(datarootdir)
mandir ?= $(datarootdir)/man
docdir ?= $(datarootdir)/doc/bareline
imagedir ?= $(libdir)/bareline
bashcompletiondir ?= $(datadir)/bash-completion/completions
zshcompletiondir ?= $(datadir)/zsh/site-functions

# What the compiler compiles for; only an x86-64 processor can be measured.
IS_X86 := $(filter x86_64%,$(shell $(CC) -dumpmachine))

# The sources of some rooms: $(call sources,ROOM...,ENDING...), those of the rooms in them too.
sources = $(sort $(foreach ending,$2,$(shell find $1 -name '*.$(ending)')))

VERSION := $(file <VERSION)
# The commit and its time; in a tree without git, as in a tarball, the version and the time that its
# file has. A repository that the tree merely lies in says nothing of it.
from_git = $(if $(wildcard .git),$(shell git $1 2>/dev/null))
BUILD_ID := $(or $(call from_git,describe --always --dirty=+dirty --abbrev=12),$(VERSION))
SOURCE_DATE_EPOCH ?= $(or $(call from_git,log -1 --format=%ct),$(shell stat -c %Y VERSION))
SOURCE_DATE_EPOCH := $(SOURCE_DATE_EPOCH)
export SOURCE_DATE_EPOCH

WARNINGS := -Wall -Wextra -Wshadow -Wundef -Wmissing-prototypes -Wstrict-prototypes -Wvla
COMMON_FLAGS := -std=c11 -g $(WARNINGS) -I. -MMD -MP -ffile-prefix-map='$(CURDIR)=.'
# Not among the flags that objects depend on: it changes nothing in them.
ERROR_FLAGS = $(if $(WERROR),-Werror)

# $(call keep_text,FILE,TEXT) writes FILE if it holds another text; not in a make that only says what
# it would do. Several makes may do it at the same time, so there is no file in between. What is read
# of a file may end in a newline or not, which strip takes away.
keep_text = $(if $(findstring n,$(firstword -$(MAKEFLAGS))),,\
	$(call keep_stripped,$1,$(strip $2),$(strip $(file <$1))))
keep_stripped = $(if $(subst x$3,,x$2)$(subst x$2,,x$3),$(file >$1,$2))

# The way from the installed tool's directory to the images: the same whatever the prefix.
IMAGES := $(shell realpath -m --relative-to='$(bindir)' '$(imagedir)')

# A file that holds what a program is told of its build and changes only with that: what prints it
# depends on this.
BUILD_ID_FLAGS := -DVERSION='"$(VERSION)"' -DBUILD_ID='"$(BUILD_ID)"' -DIMAGES='"$(IMAGES)"'
$(shell mkdir -p $(BUILD)/flags)
$(call keep_text,$(BUILD)/build-id,$(BUILD_ID_FLAGS))

# Objects depend on their flags too: on a file that changes only when the flags do. Each kind of
# objects says below what is to be in its own, as FLAGS_IN_USE.
$(BUILD)/flags/%: FORCE
	$(call keep_text,$@,$(FLAGS_IN_USE))

.PHONY: FORCE

# $(call ask_once,VARIABLE,COMMAND) is VARIABLE's value: what COMMAND says. It runs when the value is
# first needed, which is after set-up, and never again.
ask_once = $(eval $1 := $$(shell $2))$($1)

# As many jobs as there are CPUs, unless the caller says how many.
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc)
endif

# A line a step; V=1 shows the commands instead.
ifeq ($(V),)
.SILENT:
step = @printf '  %-8s %s\n' '$(1)' '$(2)'
endif

.DELETE_ON_ERROR:
.SECONDEXPANSION:
.PHONY: all run overhead agreement test check-fast repeat help clean

# For another processor there is the host tool alone.
all: $(addprefix $(BUILD)/,bareline bareline.1 bareline.bash bareline.zsh $(if $(IS_X86),\
	kernel.elf bareline.img bareline-linux bareline-linux-static bareline-linux.bash \
	bareline-linux.zsh))

# The main job: the quick suite in QEMU, and its table.
run: $(BUILD)/kernel.elf $(BUILD)/bareline | $(call setup,run)
	$(BUILD)/bareline run

# What Linux adds on the same machine, exactly; OVERHEAD= in time, OVERHEAD='…' with other options.
OVERHEAD ?= --deterministic

overhead: $(addprefix $(BUILD)/,kernel.elf bareline bareline-linux-static linux/vmlinuz) \
		| $(call setup,run)
	$(BUILD)/bareline overhead --qemu $(OVERHEAD)

agreement: $(addprefix $(BUILD)/,bareline bareline-linux)
	sh scripts/agreement.sh $(BUILD)

# All checks, or those that CHECKS names; N times in a row, while the host is otherwise BUSY=--busy.
# What they need built is in their table. A warning is an error there.
CHECKS_FAST := edges usb unit fuzz golden input idle
N ?= 10
check_needs = $(subst @,$(BUILD)/,$(shell sh tests/needs.sh $1))

test check-fast repeat: export WERROR := 1

test: $$(call check_needs,$$(CHECKS)) | $(call setup,test run aarch64)
	sh tests/run.sh $(BUILD) $(CHECKS)

check-fast: $$(call check_needs,$$(CHECKS_FAST)) | $(call setup,test run)
	sh tests/run.sh $(BUILD) $(CHECKS_FAST)

repeat: $$(call check_needs,$$(CHECKS)) | $(call setup,test run aarch64)
	sh tests/repeat.sh $(BUILD) $(N) $(BUSY) $(CHECKS)

help:
	@echo 'make run      build all, boot the quick suite in QEMU and print the table'
	@echo 'make overhead what Linux adds to the same benchmarks, on the same QEMU machine'
	@echo 'make agreement  the Linux process beside lmbench and mbw, in turn (3 minutes)'
	@echo 'make test     unit tests, boot tests, determinism; prints a summary'
	@echo '              CHECKS="input idle" runs some only; tests/checks has all names'
	@echo 'make check-fast  the checks that together take less than a minute'
	@echo 'make repeat   CHECKS=, N times in a row (10), BUSY=--busy on a busy host'
	@echo 'make unit     unit tests alone'
	@echo 'make check-aarch64  the host tool on 64-bit ARM, by qemu-user'
	@echo 'make golden   take the exact figures of this build as what tests compare with'
	@echo 'make fuzz     fuzz a parser (FUZZ_TARGET=log, input, flow), FUZZ_RUNS executions'
	@echo 'make image    build/bareline.img: the disk, USB and CD image'
	@echo 'make docs     put the reference of the record stream, and options, into documents'
	@echo 'make method-tables  measure what docs/methods.md shows; takes some minutes'
	@echo 'make parse-speed  how fast the log of a full suite is parsed; takes some minutes'
	@echo 'make figures  draw the interaction networks of docs/ anew'
	@echo 'make all      kernel, image, host tool and Linux process'
	@echo 'make install  put all below prefix=, and that below DESTDIR=; make uninstall'
	@echo 'make compile-commands  build/compile_commands.json, for editors'
	@echo 'make clean    remove $(BUILD)'
	@echo 'CC=clang BUILD=build/clang builds with another compiler beside the first.'

clean:
	rm -rf $(BUILD)

# ---- Set-up ----

# $(call setup,GROUP...) is what a target names after a bar to have these groups.
setup = $(if $(filter-out no,$(SETUP)),$(addprefix $(BUILD)/setup/,$1))
SETUP ?= yes
# The compiler's: of another one that the user names, the user sees to what it needs.
COMPILER := $(if $(findstring clang,$(CC)),clang,$(filter gcc,$(CC)))

$(BUILD)/setup/%: scripts/setup.sh
	@sh scripts/setup.sh $*
	@mkdir -p $(@D) && touch $@

# ---- What both sides measure ----
#
# bench/ and lib/ are compiled once, and the same objects are linked into the kernel and into the
# Linux process: what is timed is the same instructions on both sides. So they do without what only
# one side has (a red zone, vector registers in C, a C library), and data and code may be anywhere
# in the lowest or the highest 2 GiB of the address space.

FREESTANDING_FLAGS := -ffreestanding -fno-builtin -nostdinc \
	-isystem $(shell $(CC) -print-file-name=include)
MEASURED_OPTIMISATION := -O2
MEASURED_FLAGS := $(COMMON_FLAGS) $(MEASURED_OPTIMISATION) $(FREESTANDING_FLAGS) \
	-mno-red-zone -mgeneral-regs-only -mcmodel=kernel -fno-pic -fno-pie -fcf-protection=none \
	-fno-stack-protector -fno-omit-frame-pointer -fno-asynchronous-unwind-tables -fno-common \
	-fno-strict-aliasing -ffunction-sections -fdata-sections
# The kernel's options are its command line's words, not those of lib/option.
MEASURED_SOURCES := $(filter-out lib/option/%,$(call sources,bench lib,c S))
MEASURED_OBJECTS := $(patsubst %,$(BUILD)/measured-obj/%.o,$(MEASURED_SOURCES))

$(BUILD)/flags/measured: FLAGS_IN_USE = $(CC) $(MEASURED_FLAGS)

$(BUILD)/measured-obj/%.o: % $(BUILD)/flags/measured | $(call setup,$(COMPILER))
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(CC) $(MEASURED_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

# ---- Kernel ----

KERNEL_SOURCES := boot/header.S boot/start.c boot/multiboot.c boot/memory_map.c \
	$(call sources,kernel,c S)
KERNEL_OBJECTS := $(patsubst %,$(BUILD)/kernel-obj/%.o,$(KERNEL_SOURCES)) $(MEASURED_OBJECTS)
KERNEL_FLAGS := $(MEASURED_FLAGS)
KERNEL_LINK := $(CC) -nostdlib -static -Wl,--build-id=none -Wl,-z,max-page-size=4096 \
	-Wl,--gc-sections -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments -T $(BUILD)/kernel.ld

$(BUILD)/flags/kernel: FLAGS_IN_USE = $(CC) $(KERNEL_FLAGS) $(KERNEL_LINK)

$(BUILD)/kernel-obj/%.o: % $(BUILD)/flags/kernel | $(call setup,$(COMPILER))
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(CC) $(KERNEL_FLAGS) $(OWN_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/kernel-obj/kernel/core/build_id.c.o: OWN_FLAGS = $(BUILD_ID_FLAGS)
$(BUILD)/kernel-obj/kernel/core/build_id.c.o: $(BUILD)/build-id

$(BUILD)/kernel.ld: linker.ld boot/layout.h
	$(CC) -E -P -undef -x c -I. -o $@ $<

# The screen's font: the first 128 glyphs of a console font of 8 by 16 pixels, without its header.
FONT ?= /usr/share/consolefonts/Lat15-Fixed16.psf.gz

$(BUILD)/font.bin: | $(call setup,kernel)
	gzip -dc $(FONT) | tail -c +5 | head -c 2048 > $@

$(BUILD)/kernel-obj/kernel/dev/screen/font.S.o: OWN_FLAGS = -Wa,-I$(BUILD)
$(BUILD)/kernel-obj/kernel/dev/screen/font.S.o: $(BUILD)/font.bin

# Linked twice: the symbol table that backtraces need is made from the first link and placed last in
# the second, so that no address moves.
$(BUILD)/kernel-pass1.elf: $(KERNEL_OBJECTS) $(BUILD)/kernel.ld
	$(KERNEL_LINK) -o $@ $(KERNEL_OBJECTS)

$(BUILD)/kernel-symbols.S: $(BUILD)/kernel-pass1.elf scripts/symbols.awk
	$(NM) -n $< | awk -f scripts/symbols.awk > $@

$(BUILD)/kernel-symbols.o: $(BUILD)/kernel-symbols.S
	$(CC) -c -o $@ $<

$(BUILD)/kernel.elf: $(KERNEL_OBJECTS) $(BUILD)/kernel-symbols.o $(BUILD)/kernel.ld
	$(call step,LINK,$@)
	$(KERNEL_LINK) -o $@ $(KERNEL_OBJECTS) $(BUILD)/kernel-symbols.o

# The flat image, from the first byte of the file to the last initialised one: what the EFI loader
# carries.
$(BUILD)/kernel.bin: $(BUILD)/kernel.elf
	$(OBJCOPY) -O binary $< $@

# ---- EFI loader ----

EFI_SOURCES := boot/efi.c boot/efi_command_line.c boot/memory_map.c lib/text/string.c lib/text/text.c
EFI_OBJECTS := $(patsubst %,$(BUILD)/efi-obj/%.o,$(EFI_SOURCES) boot/efi_kernel.S)
EFI_FLAGS := $(COMMON_FLAGS) -O2 $(FREESTANDING_FLAGS) \
	-isystem /usr/include/efi -isystem /usr/include/efi/x86_64 -DGNU_EFI_USE_MS_ABI \
	-fpic -fshort-wchar -mno-red-zone -mgeneral-regs-only -fno-stack-protector \
	-fno-asynchronous-unwind-tables -fno-strict-aliasing
EFI_LINK := $(LD) -nostdlib -shared -Bsymbolic -znocombreloc -znoexecstack --no-undefined \
	-T /usr/lib/elf_x86_64_efi.lds /usr/lib/crt0-efi-x86_64.o
EFI_SECTIONS := .text .sdata .data .rodata .dynamic .dynsym .rel* .rela* .reloc

$(BUILD)/flags/efi: FLAGS_IN_USE = $(CC) $(EFI_FLAGS) $(EFI_LINK)

$(BUILD)/efi-obj/%.o: % $(BUILD)/flags/efi | $(call setup,$(COMPILER) image)
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(CC) $(EFI_FLAGS) $(OWN_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/efi-obj/boot/efi_kernel.S.o: OWN_FLAGS = -DKERNEL_BIN='"$(BUILD)/kernel.bin"'
$(BUILD)/efi-obj/boot/efi_kernel.S.o: $(BUILD)/kernel.bin

$(BUILD)/efi.so: $(EFI_OBJECTS)
	$(call step,LINK,$@)
	$(EFI_LINK) -o $@ $(EFI_OBJECTS) -L/usr/lib -lgnuefi

$(BUILD)/BOOTX64.EFI: $(BUILD)/efi.so
	$(OBJCOPY) $(addprefix -j ,$(EFI_SECTIONS)) --target efi-app-x86_64 --subsystem=10 $< $@

# ---- Image: disk, USB stick and CD, for BIOS and UEFI ----
#
# Two builds of one commit give the same bytes: every file carries the commit's time, and volume ids
# and serial numbers are fixed.

# What the menu offers one by one: every family but that which breaks on purpose.
FAMILIES := $(filter-out test,$(sort $(shell \
	sed -n 's/^BENCHMARK.bench_\([a-z0-9]*\)_.*/\1/p' bench/list.h)))
GRUB_PC ?= /usr/lib/grub/i386-pc
GRUB_MODULES := biosdisk iso9660 part_gpt part_msdos normal multiboot2 serial terminal vbe video
VOLUME_SERIAL := 42415245
# 4 MiB of FAT16.
ESP_FORMAT := -T 8192 -h 16 -s 32 -c 1
IN_UTC := TZ=UTC0
# xorriso greets on standard error whatever it is told; that shows only when it fails.
MKISOFS := sh -c 'said=$$(xorriso -as mkisofs "$$@" 2>&1) || { echo "$$said" >&2; exit 1; }' mkisofs
DATED := touch -d @$(SOURCE_DATE_EPOCH)

.PHONY: image
image: $(BUILD)/bareline.img

# What GRUB boots: the kernel without the debugging information, which is most of its ELF file.
$(BUILD)/bareline.elf: $(BUILD)/kernel.elf
	$(OBJCOPY) --strip-all $< $@

$(BUILD)/grub.cfg: boot/grub.cfg bench/list.h
	sed 's/@FAMILIES@/$(FAMILIES)/' $< > $@

$(BUILD)/eltorito.img: | $(call setup,image)
	grub-mkimage -O i386-pc-eltorito -p /boot/grub -o $@ $(GRUB_MODULES)

$(BUILD)/esp.img: $(BUILD)/BOOTX64.EFI boot/bareline.cfg
	$(call step,IMAGE,$@)
	rm -rf $@ $(BUILD)/esp && mkdir -p $(BUILD)/esp/EFI/BOOT
	cp $(BUILD)/BOOTX64.EFI $(BUILD)/esp/EFI/BOOT
	cp boot/bareline.cfg $(BUILD)/esp
	find $(BUILD)/esp -exec $(DATED) {} +
	$(IN_UTC) mformat -i $@ -C $(ESP_FORMAT) -N $(VOLUME_SERIAL) -v BARELINE ::
	$(IN_UTC) mcopy -i $@ -s -m $(BUILD)/esp/* ::

$(BUILD)/bareline.img: $(addprefix $(BUILD)/,bareline.elf grub.cfg eltorito.img esp.img)
	$(call step,IMAGE,$@)
	rm -rf $(BUILD)/iso && mkdir -p $(BUILD)/iso/boot/grub/i386-pc
	cp $(BUILD)/bareline.elf $(BUILD)/iso/boot
	cp $(BUILD)/grub.cfg $(BUILD)/iso/boot/grub
	cp $(BUILD)/eltorito.img $(BUILD)/iso/boot/grub/i386-pc
	find $(BUILD)/iso -exec $(DATED) {} +
	$(IN_UTC) $(MKISOFS) -r -V BARELINE -o $@ \
		-b boot/grub/i386-pc/eltorito.img -no-emul-boot -boot-load-size 4 -boot-info-table \
		--grub2-boot-info --grub2-mbr $(GRUB_PC)/boot_hybrid.img \
		-append_partition 2 0xef $(BUILD)/esp.img -appended_part_as_gpt \
		-eltorito-alt-boot -e --interval:appended_partition_2:all:: -no-emul-boot \
		$(BUILD)/iso

# ---- Boot tests ----

# The way through a distribution's GRUB under UEFI, which the image itself does not use.
GRUB_EFI_MODULES := multiboot2 normal memdisk tar efi_gop

$(BUILD)/boot-test/grubx64.efi: $(BUILD)/bareline.elf tests/boot/grub-efi.cfg | $(call setup,boot)
	$(call step,GRUB,$@)
	mkdir -p $(@D)
	grub-mkstandalone -O x86_64-efi -o $@ --install-modules="$(GRUB_EFI_MODULES)" \
		--fonts= --locales= --themes= \
		boot/bareline.elf=$(BUILD)/bareline.elf boot/grub/grub.cfg=tests/boot/grub-efi.cfg

$(BUILD)/boot-test/grub-efi.img: $(BUILD)/boot-test/grubx64.efi
	rm -f $@ && mformat -i $@ -C $(ESP_FORMAT) ::
	mmd -i $@ ::/EFI ::/EFI/BOOT
	mcopy -i $@ $< ::/EFI/BOOT/BOOTX64.EFI

# Bochs has no way to hand the kernel a command line, so this CD's GRUB does.
$(BUILD)/boot-test/bochs.img: $(BUILD)/bareline.elf $(BUILD)/eltorito.img tests/boot/bochs-grub.cfg
	$(call step,IMAGE,$@)
	rm -rf $(@D)/iso && mkdir -p $(@D)/iso/boot/grub
	cp $(BUILD)/bareline.elf $(@D)/iso/boot
	cp $(BUILD)/eltorito.img $(@D)/iso/boot/grub
	cp tests/boot/bochs-grub.cfg $(@D)/iso/boot/grub/grub.cfg
	$(MKISOFS) -o $@ -b boot/grub/eltorito.img -no-emul-boot \
		-boot-load-size 4 -boot-info-table --grub2-boot-info $(@D)/iso

# QEMU takes no 64-bit ELF by multiboot, so its class is changed; its addresses are below 4 GiB.
FIVE_LEVEL := tests/boot/five_level.S tests/boot/five_level_info.c

$(BUILD)/boot-test/five-level.elf: $(FIVE_LEVEL) boot/boot_info.h $(BUILD)/kernel.bin
	$(call step,LINK,$@)
	mkdir -p $(@D)
	$(CC) $(filter-out -MMD -MP,$(COMMON_FLAGS)) -ffreestanding -fno-pic -nostdlib -static \
		-Wl,--build-id=none,-N,--no-warn-rwx-segments,-Ttext=0x1000000 \
		-DKERNEL_BIN='"$(BUILD)/kernel.bin"' -o $@.64 $(FIVE_LEVEL)
	$(OBJCOPY) -O elf32-i386 $@.64 $@

# Every way from firmware to the kernel; CASES='uefi-*' runs some of the table only.
.PHONY: boot-test boot-test-images
boot-test-images: $(BUILD)/bareline.img \
		$(addprefix $(BUILD)/boot-test/,grub-efi.img bochs.img five-level.elf)

boot-test: boot-test-images $(BUILD)/kernel.elf $(BUILD)/bareline | $(call setup,run)
	sh tests/boot/run.sh $(BUILD) '$(or $(CASES),*)'

# ---- Host tool ----

# Of lib/ the host tool has all but what a C library has, what asks an x86 processor, because a log is
# often read on another machine than it was recorded on, and what tools/base/ does faster. X_x86.c is
# for x86-64, X_other.c for all others.
LIB_X86_SOURCES := lib/counter.c \
	$(addprefix lib/x86/,cpu_caches.c cpu_identity.c cpuid.c pmu_shape.c tsc_cpuid.c)
TOOL_SOURCES := $(filter-out $(if $(IS_X86),%_other.c,%_x86.c),$(call sources,tools,c)) \
	$(filter-out $(LIB_X86_SOURCES) lib/text/string.c lib/wire/crc.c lib/wire/base64.c,\
		$(call sources,lib,c))
TOOL_OBJECTS := $(patsubst %,$(BUILD)/tool-obj/%.o,$(TOOL_SOURCES))
TOOL_PACKAGES := jansson gsl libserialport zlib
TOOL_PACKAGE_FLAGS = $(call ask_once,TOOL_PACKAGE_FLAGS,$(PKG_CONFIG) --cflags $(TOOL_PACKAGES))
TOOL_PACKAGE_LIBRARIES = \
	$(call ask_once,TOOL_PACKAGE_LIBRARIES,$(PKG_CONFIG) --libs $(TOOL_PACKAGES))
TOOL_FLAGS = $(COMMON_FLAGS) -D_GNU_SOURCE $(TOOL_PACKAGE_FLAGS) $(CPPFLAGS) $(CFLAGS)
TOOL_LIBRARIES = $(TOOL_PACKAGE_LIBRARIES) -lm
TOOL_LINK = $(CC) $(CFLAGS) $(LDFLAGS)

$(BUILD)/flags/tool: | $(call setup,tool)
$(BUILD)/flags/tool: FLAGS_IN_USE = $(CC) $(TOOL_FLAGS) $(TOOL_LINK) $(TOOL_LIBRARIES)

$(BUILD)/tool-obj/%.o: % $(BUILD)/flags/tool | $(call setup,$(COMPILER))
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(CC) $(TOOL_FLAGS) $(OWN_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/tool-obj/tools/base/build_id.c.o: OWN_FLAGS = $(BUILD_ID_FLAGS)
$(BUILD)/tool-obj/tools/base/build_id.c.o: $(BUILD)/build-id

$(BUILD)/bareline: $(TOOL_OBJECTS)
	$(call step,LINK,$@)
	$(TOOL_LINK) -o $@ $(TOOL_OBJECTS) $(TOOL_LIBRARIES)

# Random interaction networks whose critical paths are known, for tests/flow.sh and
# tests/flow/scale.py.
GENERATE_OBJECTS := $(patsubst %,$(BUILD)/tool-obj/%.o,tests/flow/generate.c tests/flow/random.c \
	$(filter-out tools/cmd/%,$(TOOL_SOURCES)))

$(BUILD)/flow-generate: $(GENERATE_OBJECTS)
	$(call step,LINK,$@)
	$(TOOL_LINK) -o $@ $(GENERATE_OBJECTS) $(TOOL_LIBRARIES)

# The reference in docs/record-format.md is what the tool prints, and the options in the manual page
# of bareline-linux what that prints; tests compare them.
RECORD_FORMAT := docs/record-format.md
LINUX_MANUAL := linux/bareline-linux.1

.PHONY: docs
docs: $(BUILD)/bareline $(BUILD)/bareline-linux
	$(BUILD)/bareline format > $(BUILD)/record-format.md
	sed -i -e '/^<!-- bareline format -->/,/^<!-- end/ { /^<!--/!d }' \
		-e '/^<!-- bareline format -->/r $(BUILD)/record-format.md' $(RECORD_FORMAT)
	$(BUILD)/bareline-linux --manual > $(BUILD)/linux-options.roff
	sed -i -e '/^.\\" bareline-linux --manual/,/^.\\" end/ { /^.\\"/!d }' \
		-e '/^.\\" bareline-linux --manual/r $(BUILD)/linux-options.roff' $(LINUX_MANUAL)

# The tables of docs/methods.md, measured anew on both sides.
.PHONY: method-tables
method-tables: $(addprefix $(BUILD)/,kernel.elf bareline bareline-linux-static linux/vmlinuz) \
		| $(call setup,run)
	sh scripts/method-tables.sh $(BUILD) docs/methods.md

# How fast a log of the full suite is parsed, once it has been made.
PARSE_SPEED := $(BUILD)/parse-speed

$(PARSE_SPEED)/full/serial.log: $(BUILD)/kernel.elf $(BUILD)/bareline | $(call setup,run)
	$(BUILD)/bareline run --suite full --quiet -o $(@D)

.PHONY: parse-speed
parse-speed: $(PARSE_SPEED)/full/serial.log
	python3 tests/parse_speed.py $(BUILD)/bareline $(PARSE_SPEED) $<

# The pictures in docs/interaction-networks.md.
.PHONY: figures
figures: $(BUILD)/kernel.elf $(BUILD)/bareline | $(call setup,run)
	sh scripts/figures.sh $(BUILD) docs/figures

# ---- Linux guest ----

$(BUILD)/linux/vmlinuz: scripts/linux-kernel.sh
	$(call step,FETCH,$@)
	sh scripts/linux-kernel.sh $(@D)

# ---- Linux twin ----
#
# The same bench/ and lib/ in a process. Not position-independent, so that the symbol table for
# backtraces, made from a first link as the kernel's is, holds the addresses of the second. The
# static one needs nothing of the system it runs on but its kernel.

LINUX_SOURCES := $(call sources,linux lib/option,c S)
LINUX_OBJECTS := $(patsubst %,$(BUILD)/linux-obj/%.o,$(LINUX_SOURCES)) $(MEASURED_OBJECTS)
LINUX_FLAGS = $(COMMON_FLAGS) -O2 -D_GNU_SOURCE -fno-pic -fno-pie -fcf-protection=none \
	-fno-stack-protector -fno-omit-frame-pointer -fno-common -fno-strict-aliasing
# The files with nothing in them that a figure counts. What backtraces and the link need
# comes last, and so stays.
LINUX_AROUND := $(call sources,lib/option,c) $(patsubst %,linux/%.c,\
	activity backtrace build_id describe disturbance files guard init input main memory \
	memory_limit output perf platform schedule tsc unavailable)
LINUX_AROUND_FLAGS = $(COMMON_FLAGS) -D_GNU_SOURCE $(CPPFLAGS) $(CFLAGS) \
	-fno-pic -fno-pie -fno-omit-frame-pointer -fno-strict-aliasing
LINUX_LINK = $(CC) $(CFLAGS) $(LDFLAGS) -no-pie -Wl,-z,noexecstack -pthread

$(BUILD)/flags/linux: FLAGS_IN_USE = $(CC) $(LINUX_FLAGS) $(LINUX_AROUND_FLAGS) $(LINUX_LINK)

$(BUILD)/linux-obj/%.o: % $(BUILD)/flags/linux | $(call setup,$(COMPILER))
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(CC) $(if $(filter $(LINUX_AROUND),$<),$(LINUX_AROUND_FLAGS),$(LINUX_FLAGS)) \
		$(OWN_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/linux-obj/linux/build_id.c.o: OWN_FLAGS = $(BUILD_ID_FLAGS)
$(BUILD)/linux-obj/linux/build_id.c.o: $(BUILD)/build-id

$(BUILD)/bareline-linux-static: private LINUX_LINK += -static

$(BUILD)/bareline-linux $(BUILD)/bareline-linux-static: $(LINUX_OBJECTS) scripts/symbols.awk
	$(call step,LINK,$@)
	awk -f scripts/symbols.awk /dev/null | $(CC) -c -x assembler -o $@-symbols.o -
	$(LINUX_LINK) $(LINUX_OBJECTS) $@-symbols.o -o $@-pass1
	$(NM) -n $@-pass1 | awk -f scripts/symbols.awk | $(CC) -c -x assembler -o $@-symbols.o -
	$(LINUX_LINK) $(LINUX_OBJECTS) $@-symbols.o -o $@

# ---- Installation ----

# The manual page and completions are made from the tables of options by what they are about.
$(BUILD)/bareline.1: $(BUILD)/bareline
	$< manual > $@

$(BUILD)/bareline.bash $(BUILD)/bareline.zsh: $(BUILD)/bareline.%: $(BUILD)/bareline
	$< completion $* > $@

$(BUILD)/bareline-linux.bash $(BUILD)/bareline-linux.zsh: $(BUILD)/bareline-linux.%: \
		$(BUILD)/bareline-linux
	$< --completion $* > $@

# MODE:FILE:VARIABLE:NAME is installed under that name in the directory that the variable holds. The
# kernel goes without its debugging information, which is most of it.
TOOL_INSTALLED := 755:$(BUILD)/bareline:bindir:bareline \
	644:$(BUILD)/bareline.1:mandir:man1/bareline.1 \
	644:$(BUILD)/bareline.bash:bashcompletiondir:bareline \
	644:$(BUILD)/bareline.zsh:zshcompletiondir:_bareline \
	$(foreach page,README.md CHANGELOG.md $(wildcard docs/*.* docs/figures/*),\
		644:$(page):docdir:$(page:docs/%=%))
X86_INSTALLED := 755:$(BUILD)/bareline-linux:bindir:bareline-linux \
	644:linux/bareline-linux.1:mandir:man1/bareline-linux.1 \
	644:$(BUILD)/bareline-linux.bash:bashcompletiondir:bareline-linux \
	644:$(BUILD)/bareline-linux.zsh:zshcompletiondir:_bareline-linux \
	644:$(BUILD)/bareline.elf:imagedir:kernel.elf \
	644:$(BUILD)/bareline.img:imagedir:bareline.img \
	644:$(BUILD)/BOOTX64.EFI:imagedir:BOOTX64.EFI \
	755:$(BUILD)/bareline-linux-static:imagedir:bareline-linux-static \
	755:scripts/write-usb.sh:imagedir:write-usb.sh
INSTALLED := $(TOOL_INSTALLED) $(if $(IS_X86),$(X86_INSTALLED))
install_place = "$(DESTDIR)$($(word 3,$1))/$(word 4,$1)"
install_file = $(INSTALL) -D -m $(word 1,$1) $(word 2,$1) $(install_place)
define newline


endef

.PHONY: install uninstall
install: all
	$(foreach entry,$(INSTALLED),$(call install_file,$(subst :, ,$(entry)))$(newline))

uninstall:
	rm -f $(foreach entry,$(INSTALLED),$(call install_place,$(subst :, ,$(entry))))
	rmdir --ignore-fail-on-non-empty "$(DESTDIR)$(docdir)/figures" "$(DESTDIR)$(docdir)" \
		"$(DESTDIR)$(imagedir)" 2>/dev/null || true

# ---- For editors ----

# Made of what a build of all would run, in the place where clangd looks. That make only says it.
.PHONY: compile-commands
compile-commands:
	unset MAKEFLAGS; make -nB SETUP=no V=1 CC='$(CC)' BUILD=$(BUILD) all unit-programs | \
		awk -v directory='$(CURDIR)' -f scripts/compile-commands.awk \
		>$(BUILD)/compile_commands.json

# ---- Unit tests ----
#
# tests/unit/ROOM/test_X.c becomes $(BUILD)/tests/ROOM/test_X, built natively under the sanitizers and linked with
# what it needs of lib/ and tools/. UNIT_SOURCES_X names more sources for it, from any folder.

UNIT_PACKAGE_FLAGS = $(call ask_once,UNIT_PACKAGE_FLAGS,$(PKG_CONFIG) --cflags cmocka)
UNIT_PACKAGE_LIBRARIES = $(call ask_once,UNIT_PACKAGE_LIBRARIES,$(PKG_CONFIG) --libs cmocka)
SANITIZERS ?= -fsanitize=address,undefined -fno-sanitize-recover=all
UNIT_BUILD_ID := -DVERSION='"0"' -DBUILD_ID='"unit-test"' -DIMAGES='"images"'
UNIT_FLAGS = $(COMMON_FLAGS) -O1 -D_GNU_SOURCE $(UNIT_BUILD_ID) $(SANITIZERS) \
	$(TOOL_PACKAGE_FLAGS) $(UNIT_PACKAGE_FLAGS)
UNIT_LINK = $(CC) $(SANITIZERS) $(LDFLAGS)
UNIT_LIBRARIES = $(UNIT_PACKAGE_LIBRARIES) $(TOOL_LIBRARIES)
UNIT_COMMON := $(patsubst %,$(BUILD)/unit-obj/%.o,$(filter-out tools/cmd/main.c,$(TOOL_SOURCES)) \
	$(if $(IS_X86),$(LIB_X86_SOURCES)))
UNIT_TESTS := $(patsubst tests/unit/%.c,%,$(call sources,tests/unit,c))
UNIT_NAMES := $(foreach test,$(UNIT_TESTS),$(if $(filter test_%,$(notdir $(test))),$(test)))

UNIT_BENCH := tests/unit/bench/fake_platform.c tests/unit/bench/bench_run.c \
	$(call sources,bench,c S)
UNIT_LOG := tests/unit/tools/sample_log.c

# A room's tests of that name need these, besides what all are linked with.
UNIT_SOURCES_bench := $(UNIT_BENCH)
UNIT_SOURCES_bench/input/test_input := kernel/input/decode.c
UNIT_SOURCES_boot/test_efi_command_line := boot/efi_command_line.c
UNIT_SOURCES_boot/test_multiboot := boot/multiboot.c boot/memory_map.c
UNIT_SOURCES_kernel/core/test_console := kernel/core/console.c
UNIT_SOURCES_kernel/cpu/test_context := kernel/cpu/context.S
UNIT_SOURCES_kernel/cpu/test_gdt := kernel/cpu/gdt.c
UNIT_SOURCES_kernel/dev/acpi/test_acpi := $(wildcard kernel/dev/acpi/parse*.c)
UNIT_SOURCES_kernel/dev/screen/test_screen := kernel/core/console.c kernel/dev/screen/screen.c
UNIT_SOURCES_kernel/dev/test_rtc := kernel/dev/rtc_format.c
UNIT_SOURCES_kernel/flow/test_flow := \
	$(addprefix kernel/flow/,meter.c port.c record.S record.c resource.c task.c)
UNIT_SOURCES_kernel/mm/test_address_space := \
	$(addprefix kernel/mm/,address_space.c frames.c page_tables.c)
UNIT_SOURCES_kernel/mm/test_memory_map := kernel/mm/memory_map.c
UNIT_SOURCES_kernel/mm/test_page_tables := kernel/mm/page_tables.c
UNIT_SOURCES_kernel/pmu/test_pmu := kernel/pmu/pmu.c kernel/pmu/counter.c
UNIT_SOURCES_kernel/test_settings := kernel/settings.c $(UNIT_BENCH)
# In place of the tool's own; test_large_traces has those.
UNIT_SOURCES_lib/test_lib := lib/wire/base64.c lib/wire/crc.c
UNIT_SOURCES_lib/text/test_command_line := $(UNIT_BENCH)
UNIT_SOURCES_linux/test_pmc := linux/pmc.c
UNIT_SOURCES_tools := $(UNIT_LOG)
UNIT_SOURCES_tools/analysis/test_predict := $(UNIT_BENCH)
UNIT_SOURCES_tools/flow := tests/unit/tools/flow_trace.c tests/flow/random.c
UNIT_SOURCES_tools/idle := tests/unit/tools/idle_log.c

$(BUILD)/flags/unit: | $(call setup,tool unit)
$(BUILD)/flags/unit: FLAGS_IN_USE = $(CC) $(UNIT_FLAGS) $(UNIT_LINK) $(UNIT_LIBRARIES)

$(BUILD)/unit-obj/%.o: % $(BUILD)/flags/unit | $(call setup,$(COMPILER))
	$(call step,UNIT,$<)
	mkdir -p $(@D)
	$(CC) $(UNIT_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/unit-obj/common.a: $(UNIT_COMMON)
	@rm -f $@
	$(AR) rcs $@ $^

# Of the room, of the room in it, and of the test itself: tools, tools/idle, tools/idle/test_gaps.
UNIT_ROOMS = $(firstword $(subst /, ,$1)) $(patsubst %/,%,$(dir $1)) $1
UNIT_SOURCES = $(foreach room,$(UNIT_ROOMS),$(UNIT_SOURCES_$(room)))
UNIT_OBJECTS = $(patsubst %,$(BUILD)/unit-obj/%.o,$(sort tests/unit/$1.c $(UNIT_SOURCES)))
# For another processor: those that need nothing but lib/ and tools/.
UNIT_PROGRAMS := $(addprefix $(BUILD)/tests/,$(foreach test,$(UNIT_NAMES),$(if $(or $(IS_X86),\
	$(if $(filter-out tests/% lib/% tools/%,$(call UNIT_SOURCES,$(test))),,yes)),$(test))))

$(UNIT_PROGRAMS): $(BUILD)/tests/%: $$(call UNIT_OBJECTS,$$*) $(BUILD)/unit-obj/common.a
	@mkdir -p $(@D)
	$(UNIT_LINK) -o $@ $^ $(UNIT_LIBRARIES)

.PHONY: unit unit-programs
unit-programs: $(UNIT_PROGRAMS)

unit: $(UNIT_PROGRAMS)
	@sh tests/unit/run.sh $^

# The tool and lib/ built for another processor, and what it says compared.
.PHONY: check-aarch64
check-aarch64: $(addprefix $(BUILD)/,kernel.elf bareline bareline-linux) \
		| $(call setup,run aarch64)
	sh tests/aarch64.sh $(BUILD)

# ---- Exact figures ----

# What tests/determinism.sh has QEMU preload.
$(BUILD)/jitter.so: tests/jitter.c lib/rng.c lib/rng.h | $(call setup,$(COMPILER))
	$(call step,CC,$@)
	$(CC) $(filter-out -MMD -MP,$(COMMON_FLAGS)) -O2 -D_GNU_SOURCE -fPIC -shared -o $@ \
		$(filter %.c,$^)

.PHONY: golden
golden: $(BUILD)/kernel.elf $(BUILD)/bareline | $(call setup,run)
	sh tests/golden.sh $(BUILD) --update

# ---- Fuzzing ----
#
# libFuzzer comes with clang only. tests/fuzz/fuzz_X.c has a dictionary, X.dict, and a corpus. `make
# fuzz FUZZ_TARGET=X` goes on from the corpus; what it finds on the way is kept under $(BUILD).
# `make fuzz-replay` is the short form of all for `make test`: from one seed, the files in an order that
# no directory decides, none of them read anew as time goes by, and without learning from what is
# compared, which may be addresses. What fails there is a bug, whichever run meets it, and its input
# is kept as a file.

FUZZ_TARGET ?= log
FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_PROGRAMS := $(addprefix $(BUILD)/fuzz/,$(FUZZ_TARGETS))
FUZZ_RUNS ?= 10000000
FUZZ_REPLAY_RUNS := 20000
FUZZ_BYTES_MAX := 600
FUZZ_BYTES_MAX_flow := 2400
FUZZ_FLAGS = $(COMMON_FLAGS) -O2 -D_GNU_SOURCE $(UNIT_BUILD_ID) \
	-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
	$(TOOL_PACKAGE_FLAGS)
FUZZ_COMMON := $(patsubst %,$(BUILD)/fuzz-obj/%.o,bench/input/steps.c \
	$(filter-out tools/cmd/main.c,$(TOOL_SOURCES)))
FUZZ_CORPUS := tests/fuzz/corpus
comma := ,
fuzz_files = $(subst $() $(),$(comma),$(sort $(wildcard $(FUZZ_CORPUS)/$1/*)))
FUZZ_OPTIONS = -max_len=$(or $(FUZZ_BYTES_MAX_$1),$(FUZZ_BYTES_MAX)) \
	-artifact_prefix=$(BUILD)/fuzz/ $(addprefix -dict=,$(wildcard tests/fuzz/$1.dict))

$(BUILD)/flags/fuzz: | $(call setup,tool fuzz)
$(BUILD)/flags/fuzz: FLAGS_IN_USE = $(FUZZ_FLAGS) $(TOOL_LIBRARIES)

$(BUILD)/fuzz-obj/%.o: % $(BUILD)/flags/fuzz
	@mkdir -p $(@D)
	clang $(FUZZ_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/fuzz-obj/common.a: $(FUZZ_COMMON)
	@rm -f $@
	$(AR) rcs $@ $^

$(FUZZ_PROGRAMS): $(BUILD)/fuzz/%: $(BUILD)/fuzz-obj/tests/fuzz/fuzz_%.c.o \
		$(BUILD)/fuzz-obj/common.a
	@mkdir -p $(@D)
	clang -fsanitize=fuzzer,address,undefined -o $@ $^ $(TOOL_LIBRARIES)

.PHONY: fuzz fuzz-programs fuzz-replay $(addprefix fuzz-replay-,$(FUZZ_TARGETS))
fuzz-programs: $(FUZZ_PROGRAMS)

fuzz: $(BUILD)/fuzz/$(FUZZ_TARGET)
	@mkdir -p $(BUILD)/fuzz/corpus/$(FUZZ_TARGET)
	$< -runs=$(FUZZ_RUNS) $(call FUZZ_OPTIONS,$(FUZZ_TARGET)) -print_final_stats=1 \
		$(BUILD)/fuzz/corpus/$(FUZZ_TARGET) $(FUZZ_CORPUS)/$(FUZZ_TARGET)

fuzz-replay: $(addprefix fuzz-replay-,$(FUZZ_TARGETS))

$(addprefix fuzz-replay-,$(FUZZ_TARGETS)): fuzz-replay-%: $(BUILD)/fuzz/%
	@$< -runs=$(FUZZ_REPLAY_RUNS) $(call FUZZ_OPTIONS,$*) -seed=1 -reload=0 -use_cmp=0 \
		-seed_inputs=$(call fuzz_files,$*) \
		>$(BUILD)/fuzz/replay-$*.log 2>&1 || \
		{ cat $(BUILD)/fuzz/replay-$*.log; exit 1; }
	@echo 'fuzz: $* $(FUZZ_REPLAY_RUNS) runs from' \
		'$(words $(wildcard $(FUZZ_CORPUS)/$*/*)) files without a failure'

-include $(if $(wildcard $(BUILD)),$(shell find $(BUILD) -path '*/unit-obj/*.d' -o -path '*/fuzz-obj/*.d'))
-include $(KERNEL_OBJECTS:.o=.d) $(EFI_OBJECTS:.o=.d) $(TOOL_OBJECTS:.o=.d)
-include $(GENERATE_OBJECTS:.o=.d) $(LINUX_OBJECTS:.o=.d)
