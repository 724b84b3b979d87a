# SPDX-License-Identifier: MIT
# Bareline's build; parts of it are in mk/. All output goes under $(BUILD);
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

# The order of goals is not kept when several are made at the same time.
$(if $(and $(filter clean,$(MAKECMDGOALS)),$(word 2,$(MAKECMDGOALS))),\
	$(error make clean: give it alone, then the other goals))

# What the compiler compiles for; only an x86-64 processor can be measured.
IS_X86 := $(filter x86_64%,$(shell $(CC) -dumpmachine))

# The sources of some rooms: $(call sources,ROOM...,ENDING...), those of the rooms in them too.
sources = $(sort $(foreach ending,$2,$(shell find $1 -name '*.$(ending)')))

VERSION := $(file <VERSION)
# The commit and its time; in a tree without git, as in a tarball, the version and the time that its
# file has. A repository that the tree merely lies in, or that the caller works on, says nothing of
# it. A changed tree's name is as long as any other, so that nothing in memory lies elsewhere, and
# no record takes longer, for it.
from_git = $(strip $(if $(wildcard .git),\
	$(shell unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE; git $1 2>/dev/null)))
BUILD_ID := $(or $(call from_git,describe --always --exclude='*' --abbrev=18 \
	--dirty=+dirty 2>/dev/null | sed 's/.\{6\}+dirty$$/+dirty/'),$(VERSION))
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

# $(call find,WHAT) is the command that prints where this system has that, or what the user named.
find = FONT='$(FONT)' GNU_EFI='$(GNU_EFI)' GRUB_PC='$(GRUB_PC)' PKG_CONFIG='$(PKG_CONFIG)' \
	sh scripts/find.sh $1

# As many jobs as there are CPUs, unless the caller says how many.
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc)
endif

# V=1 shows the commands. Without it, each step but compiling is a line. On a terminal, the name of the
# file that is compiled is overwritten by the next one.
ifeq ($(V),)
.SILENT:
IS_TERMINAL := $(and $(MAKE_TERMOUT),$(filter-out dumb,$(TERM)))
step = $(if $(filter CC UNIT FUZZ STEPS,$1),\
	$(if $(IS_TERMINAL),@printf '\033[K  %-8s %s\r' '$1' '$2'),\
	@printf '$(if $(IS_TERMINAL),\033[K)  %-8s %s\n' '$1' '$2')
endif

# ---- Set-up ----

# $(call setup,GROUP...) is what a target names after a bar to have these groups. It stands above all that
# calls it: make looks at what follows a bar when it reads it.
setup = $(if $(filter-out no,$(SETUP)),$(addprefix $(BUILD)/setup/,$1))
SETUP ?= yes
# The compiler's: of another one that the user names, the user sees to what it needs.
COMPILER := $(if $(findstring clang,$(CC)),clang,$(filter gcc,$(CC)))

$(BUILD)/setup/%: scripts/setup.sh
	@sh scripts/setup.sh $*
	@mkdir -p $(@D) && touch $@

# ---- What is made ----

.DELETE_ON_ERROR:
.SECONDEXPANSION:
.PHONY: all run overhead layers agreement test test-long check-fast repeat help clean

# For another processor there is the host tool alone.
all: $(addprefix $(BUILD)/,bareline bareline.1 bareline.bash bareline.zsh $(if $(IS_X86),\
	bareline-plugin.so task-server-symbols hypervisor/init hypervisor/symbols kernel.elf \
	installed-kernel.elf bareline.img bareline-linux bareline-linux-static bareline-linux.bash \
	bareline-linux.zsh))

# The main job: the quick suite in QEMU, and its table.
run: $(addprefix $(BUILD)/,kernel.elf bareline bareline-plugin.so) | $(call setup,run)
	$(BUILD)/bareline run --disk pattern:16M

# What Linux adds on the same machine, exactly; OVERHEAD= in time, OVERHEAD='…' with other options.
OVERHEAD ?= --deterministic

overhead: $(addprefix $(BUILD)/,kernel.elf bareline bareline-linux-static linux/vmlinuz) \
		| $(call setup,run)
	$(BUILD)/bareline overhead --qemu $(OVERHEAD)

# What every layer adds, from the metal to Linux in a guest of KVM; LAYERS='…' with options.
layers: $(addprefix $(BUILD)/,kernel.elf bareline bareline-linux-static linux/vmlinuz) hypervisor \
		| $(call setup,run)
	$(BUILD)/bareline layers $(LAYERS)

agreement: $(addprefix $(BUILD)/,bareline bareline-linux)
	sh scripts/agreement.sh $(BUILD)

# All checks, or those that CHECKS names; N times in a row, while the host is otherwise BUSY=--busy.
# What they need built is in their table. A warning is an error there. TIMES=yes tells the cost of each.
CHECKS_FAST := edges tree usb unit fuzz golden input idle
N ?= 10
TIMES ?=
check_needs = $(subst @,$(BUILD)/,$(shell sh tests/needs.sh $1))

test check-fast repeat: export WERROR := 1

test: $$(call check_needs,$$(CHECKS)) | $(call setup,test run aarch64)
	sh tests/run.sh $(BUILD) $(CHECKS)

# Machines that take long to boot, or have to be waited for; 200 with malformed disks; every allocation and call of the host tool
# failed once; the table's long checks; and errors that checks have to find, planted into a copy of the tree: PLANTS= names
# some.
CHECKS_LONG := $(shell sed -e '1,/^\# long/d' -e 's/ .*//' tests/checks)

test-long: boot-long faults test-disks $(call check_needs,$(CHECKS_LONG)) | $(call setup,test run)
	sh tests/run.sh $(BUILD) $(CHECKS_LONG)
	sh tests/plants.sh $(BUILD) $(PLANTS)

.PHONY: boot-long
boot-long: $(addprefix $(BUILD)/,kernel.elf bareline) boot-test-images | $(call setup,test run)
	sh tests/boot/run.sh $(BUILD) 'long-*'

# A stick that is booted again and again, and one whose machine is killed.
.PHONY: stick-boots stick-kills
stick-boots stick-kills: $(BUILD)/bareline.img | $(call setup,run boot)
	python3 tests/stick/rows.py $(BUILD) $(if $(filter %boots,$@),boots $(or $(BOOTS),100),\
		kills $(or $(KILLS),20) $(or $(SEED),1))

# BOOTS machines of a SEED, which is printed; ONLY=number repeats one.
.PHONY: test-disks
test-disks: $(BUILD)/kernel.elf | $(call setup,test run)
	python3 tests/disks/disks.py $(BUILD) --boots $(or $(BOOTS),200) \
		$(addprefix --seed=,$(SEED)) $(addprefix --only=,$(ONLY))

.PHONY: faults
faults: $(addprefix $(BUILD)/,bareline faults-memory.so faults-calls) | $(call setup,test run)
	python3 tests/faults.py $(BUILD) --all

check-fast: $$(call check_needs,$$(CHECKS_FAST)) | $(call setup,test run)
	sh tests/run.sh $(BUILD) $(CHECKS_FAST)

repeat: $$(call check_needs,$$(CHECKS)) | $(call setup,test run aarch64)
	sh tests/repeat.sh $(BUILD) $(N) $(BUSY) $(CHECKS)

help:
	@echo 'make run      build all, boot the quick suite in QEMU and print the table'
	@echo 'make overhead what Linux adds to the same benchmarks, on the same QEMU machine'
	@echo 'make layers   what every layer adds: metal, KVM, Linux, Linux in KVM'
	@echo 'make agreement  the Linux process beside lmbench and mbw, in turn (3 minutes)'
	@echo 'make agreement-exact  the same beside an independent program, in instructions'
	@echo 'make test     unit tests, boot tests, determinism; prints a summary'
	@echo '              CHECKS="input idle" runs some only; tests/checks has all names;'
	@echo '              TIMES=yes shows what each costs'
	@echo 'make test-long  boots what takes long (boot-long: that alone), 200 malformed disks'
	@echo '              (test-disks; SEED=, BOOTS=, ONLY= repeat), fails every allocation and'
	@echo '              call once (faults), and plants errors to be found; PLANTS= some of them'
	@echo 'make stick-boots  one stick, BOOTS=100 times in a row; make stick-kills: its machine killed'
	@echo 'make soak     boots machines at random for SOAK_TIME=600 seconds; SEED=, ONLY= repeat'
	@echo 'make check-fast  the checks that together take less than a minute'
	@echo 'make repeat   CHECKS=, N times in a row (10), BUSY=--busy on a busy host'
	@echo 'make unit     unit tests alone; UNIT=tools/stats/test_stats one program'
	@echo 'make check-aarch64  the host tool on 64-bit ARM, by qemu-user'
	@echo 'make golden   take the exact figures of this build as what tests compare with'
	@echo 'make fuzz     fuzz a part (FUZZ_TARGET=commands, log, input), FUZZ_RUNS executions'
	@echo 'make image    build/bareline.img: the disk, USB and CD image'
	@echo 'make benchmark  NAME=cpu.divide: write the files of a new benchmark; ASM=1: its loop in assembly'
	@echo 'make stick    build/stick.img: the same with Linux on it, for then=linux'
	@echo 'make docs     put the reference of the record stream, and options, into documents'
	@echo 'make doc-figures  put figures of deterministic runs into README.md and docs/'
	@echo 'make explain-kernels, explain-speed  measure what docs/explain.md shows'
	@echo 'make explain-sums  write tests/explain/sums, what tests of explain expect'
	@echo 'make method-tables  measure what docs/methods.md shows; takes some minutes'
	@echo 'make memory-tables  measure what docs/memory-model.md shows; takes some minutes'
	@echo 'make parse-speed  how fast the log of a full suite is parsed; takes some minutes'
	@echo 'make figures  draw the interaction networks of docs/ anew'
	@echo 'make screens  take the pictures of the screen and of the page in docs/ anew'
	@echo 'make all      kernel, image, host tool and Linux process'
	@echo 'make install  put all below prefix=, and that below DESTDIR=; make uninstall'
	@echo 'make dist     build/bareline-VERSION-x86_64.tar.xz, the release archive'
	@echo 'make compile-commands  build/compile_commands.json, for editors'
	@echo 'make clean    remove $(BUILD)'
	@echo 'CC=clang BUILD=build/clang builds with another compiler beside the first.'

clean:
	rm -rf $(BUILD)

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
	$(CC) $(MEASURED_FLAGS) $(OWN_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

# ---- Kernel ----

KERNEL_SOURCES := $(addprefix boot/,header.S refuse.S start.c multiboot.c memory_map.c world.S fw_cfg.c \
	qemu.c) \
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

$(BUILD)/font.bin: scripts/font.sh | $(call setup,kernel)
	font=$$($(call find,font)) && sh $< "$$font" > $@

$(BUILD)/measured-obj/lib/app/font.S.o: OWN_FLAGS = -Wa,-I$(BUILD)
$(BUILD)/measured-obj/lib/app/font.S.o: $(BUILD)/font.bin

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

# ---- Host tool ----

# Of lib/ the host tool has all but what a C library has, what asks an x86 processor, because a log is
# often read on another machine than it was recorded on, and what tools/base/ does faster. X_x86.c is
# for x86-64, X_other.c for all others.
LIB_X86_SOURCES := lib/counter.c \
	$(addprefix lib/x86/,cpu_caches.c cpu_identity.c cpuid.c pmu_shape.c tsc_cpuid.c)
TOOL_SOURCES := $(filter-out tools/plugin/% $(if $(IS_X86),%_other.c,%_x86.c),$(call sources,tools,c)) \
	$(filter-out $(LIB_X86_SOURCES) lib/text/string.c lib/wire/crc.c lib/wire/base64.c,\
		$(call sources,lib,c))
TOOL_OBJECTS := $(patsubst %,$(BUILD)/tool-obj/%.o,$(TOOL_SOURCES))
TOOL_PACKAGES := jansson gsl libserialport zlib
TOOL_PACKAGE_FLAGS = $(call ask_once,TOOL_PACKAGE_FLAGS,$(PKG_CONFIG) --cflags $(TOOL_PACKAGES))
TOOL_PACKAGE_LIBRARIES = \
	$(call ask_once,TOOL_PACKAGE_LIBRARIES,$(PKG_CONFIG) --libs $(TOOL_PACKAGES))
TOOL_FLAGS = $(COMMON_FLAGS) -I$(BUILD) -D_GNU_SOURCE $(TOOL_PACKAGE_FLAGS) $(CPPFLAGS) $(CFLAGS)
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

# The benchmarks that the tool knows, extracted from their preprocessed sources. benchmarks.def changes only
# with the list, because all programs that contain the tool depend on it.
$(BUILD)/benchmarks.list: scripts/benchmark-list.awk $(call sources,bench,c h) | $(call setup,$(COMPILER))
	$(call step,LIST,$@)
	$(CC) -E -P -x c -I. $(FREESTANDING_FLAGS) bench/list.h $(call sources,bench,c) | awk -f $< > $@

$(BUILD)/benchmarks.def: $(BUILD)/benchmarks.list
	cmp -s $< $@ || cp $< $@

$(foreach kind,tool unit steps fuzz,$(BUILD)/$(kind)-obj/tools/record/catalogue.c.o): $(BUILD)/benchmarks.def

$(BUILD)/bareline: $(TOOL_OBJECTS)
	$(call step,LINK,$@)
	$(TOOL_LINK) -o $@ $(TOOL_OBJECTS) $(TOOL_LIBRARIES)

# Linked statically and stripped: for the stick and the release archive, where no library is found.
$(BUILD)/bareline-static: $(TOOL_OBJECTS)
	$(call step,LINK,$@)
	$(TOOL_LINK) -static -s -o $@ $(TOOL_OBJECTS) $(TOOL_LIBRARIES)

# ---- QEMU's plugin ----
#
# Loaded by QEMU and not by the tool, with the little of the tool that it needs; only what QEMU looks for is
# seen from outside.

PLUGIN_SOURCES := $(call sources,tools/plugin tools/memory,c) tools/base/alloc.c tools/base/number_map.c
PLUGIN_OBJECTS := $(patsubst %,$(BUILD)/plugin-obj/%.o,$(PLUGIN_SOURCES))
PLUGIN_FLAGS = $(COMMON_FLAGS) -D_GNU_SOURCE -fPIC -fvisibility=hidden $(CPPFLAGS) $(CFLAGS)
PLUGIN_LINK = $(CC) $(CFLAGS) $(LDFLAGS) -shared

$(BUILD)/flags/plugin: FLAGS_IN_USE = $(CC) $(PLUGIN_FLAGS) $(PLUGIN_LINK)

$(BUILD)/plugin-obj/%.o: % $(BUILD)/flags/plugin | $(call setup,$(COMPILER))
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(CC) $(PLUGIN_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/bareline-plugin.so: $(PLUGIN_OBJECTS)
	$(call step,LINK,$@)
	$(PLUGIN_LINK) -o $@ $(PLUGIN_OBJECTS)

# Random interaction networks whose critical paths are known, for tests/flow.sh and
# tests/flow/scale.py.
GENERATE_OBJECTS := $(patsubst %,$(BUILD)/tool-obj/%.o,\
	tests/flow/generate.c tests/flow/random.c tests/flow/span.c \
	$(filter-out tools/cmd/%,$(TOOL_SOURCES)))

$(BUILD)/flow-generate: $(GENERATE_OBJECTS)
	$(call step,LINK,$@)
	$(TOOL_LINK) -o $@ $(GENERATE_OBJECTS) $(TOOL_LIBRARIES)

# The reference in docs/reference/records.md is what the tool prints, and the options in the manual page of
# bareline-linux what that prints; tests compare them.
RECORDS_PAGE := docs/reference/records.md
BENCHMARK_PAGE := docs/benchmarks.md
LINUX_MANUAL := linux/bareline-linux.1

# The files of a new benchmark.
.PHONY: benchmark
benchmark:
	sh scripts/new-benchmark.sh '$(NAME)' $(if $(ASM),asm)

.PHONY: docs
docs: $(BUILD)/bareline $(BUILD)/bareline-linux
	$(BUILD)/bareline list --markdown > $(BUILD)/benchmarks.md
	sed -i -e '/^<!-- bareline list -->/,/^<!-- end/ { /^<!--/!d }' \
		-e '/^<!-- bareline list -->/r $(BUILD)/benchmarks.md' $(BENCHMARK_PAGE)
	$(BUILD)/bareline format > $(BUILD)/records.md
	sed -i -e '/^<!-- bareline format -->/,/^<!-- end/ { /^<!--/!d }' \
		-e '/^<!-- bareline format -->/r $(BUILD)/records.md' $(RECORDS_PAGE)
	$(BUILD)/bareline-linux --manual > $(BUILD)/linux-options.roff
	sed -i -e '/^.\\" bareline-linux --manual/,/^.\\" end/ { /^.\\"/!d }' \
		-e '/^.\\" bareline-linux --manual/r $(BUILD)/linux-options.roff' $(LINUX_MANUAL)

# The figures of deterministic runs that README.md and docs/ show, measured anew; those of
# docs/methods.md alone.
DOC_FIGURES := python3 scripts/doc_figures.py write $(BUILD) $(BUILD)/doc-figures tests/documents/runs

.PHONY: doc-figures method-tables
doc-figures method-tables: $(addprefix $(BUILD)/,kernel.elf bareline bareline-linux-static \
		linux/vmlinuz) | $(call setup,run python)
doc-figures:
	$(DOC_FIGURES) README.md docs/*.md
method-tables:
	$(DOC_FIGURES) docs/methods.md

# The table of three kernels, which are packages of the distribution, fetched for it.
.PHONY: kernels-table
kernels-table: $(addprefix $(BUILD)/,kernel.elf bareline bareline-linux-static) | $(call setup,run python)
	sh scripts/kernels-table.sh $(BUILD) docs/overhead.md

# Which metrics of the quick suite equal the sum of their functions.
.PHONY: explain-sums
explain-sums: $$(call check_needs,explain explain-linux) | $(call setup,run python)
	$(BUILD)/bareline explain '*' --sums -o $(BUILD)/explain-sums/metal >/dev/null
	$(BUILD)/bareline explain '*' --sums --layer linux -o $(BUILD)/explain-sums/linux >/dev/null
	python3 scripts/explain_sums.py write tests/explain/sums \
		$(BUILD)/explain-sums/metal/explain.json $(BUILD)/explain-sums/linux/explain.json

# Three kernels by function in docs/explain.md; fetched as above.
.PHONY: explain-kernels
explain-kernels: $$(call check_needs,explain explain-linux) | $(call setup,run python)
	sh scripts/explain-kernels.sh $(BUILD) docs/explain.md

# How much longer it takes to count.
.PHONY: explain-speed
explain-speed: $$(call check_needs,explain explain-linux) | $(call setup,run python)
	python3 scripts/explain_speed.py $(BUILD) docs/explain.md

# The tables of the memory model, from runs that are checked first.
.PHONY: memory-tables
memory-tables: $(addprefix $(BUILD)/,kernel.elf bareline bareline-plugin.so) | $(call setup,run test)
	sh tests/memory_model.sh $(BUILD) full
	python3 scripts/memory_tables.py $(BUILD)/memory-model-full/full docs/memory-model.md

# How fast a log of the full suite is parsed, once it has been made.
PARSE_SPEED := $(BUILD)/parse-speed

$(PARSE_SPEED)/full/serial.log: $(BUILD)/kernel.elf $(BUILD)/bareline | $(call setup,run)
	$(BUILD)/bareline run --suite full --quiet -o $(@D)

.PHONY: parse-speed
parse-speed: $(PARSE_SPEED)/full/serial.log
	python3 tests/parse_speed.py $(BUILD)/bareline $(PARSE_SPEED) $<

# The pictures in docs/interactions.md.
.PHONY: figures
figures: $(BUILD)/kernel.elf $(BUILD)/bareline | $(call setup,run)
	sh scripts/figures.sh $(BUILD) docs/figures

# Pictures of the machine's own screen, as its tests see it.
.PHONY: screens
screens: $(addprefix $(BUILD)/,kernel.elf bareline bareline.elf eltorito.img esp.img stick.img) \
		| $(call setup,run test)
	python3 tests/screen.py $(BUILD)
	python3 tests/stick/screens.py $(BUILD)
	sh scripts/page_picture.sh $(BUILD) docs/page.png
	for name in run-text end-text run-800 end-2560 end-3840 menu-uefi end-linux; do \
		cp $(BUILD)/screen/$$name.png docs/screens || exit; done

# ---- Linux guest ----

# Its modules come before it, where they are not built in.
$(BUILD)/linux/vmlinuz: scripts/linux-kernel.sh scripts/fetch.sh | $(call setup,fetch)
	$(call step,FETCH,$@)
	sh scripts/linux-kernel.sh $(@D)

# ---- Hypervisor ----

$(BUILD)/hypervisor/vmlinuz: scripts/hypervisor-kernel.sh scripts/fetch.sh | $(call setup,fetch)
	$(call step,FETCH,$@)
	sh scripts/hypervisor-kernel.sh $(@D)

# ---- Linux twin ----
#
# The same bench/ and lib/ in a process. Not position-independent, so that the symbol table for
# backtraces, made from a first link as the kernel's is, holds the addresses of the second. The
# static one needs nothing of the system it runs on but its kernel.

LINUX_SOURCES := $(filter-out linux/server/% linux/hypervisor/%,$(call sources,linux lib/option,c S))
LINUX_OBJECTS := $(patsubst %,$(BUILD)/linux-obj/%.o,$(LINUX_SOURCES)) $(MEASURED_OBJECTS)
LINUX_FLAGS = $(COMMON_FLAGS) -O2 -D_GNU_SOURCE -fno-pic -fno-pie -fcf-protection=none \
	-fno-stack-protector -fno-omit-frame-pointer -fno-common -fno-strict-aliasing
# The files with nothing in them that a figure counts. What backtraces and the link need
# comes last, and so stays.
LINUX_AROUND := $(call sources,lib/option,c) $(patsubst %,linux/%.c,\
	activity backtrace build_id describe disturbance files guard init input main memory \
	memory_limit output platform pmu/perf schedule smbios tsc unavailable disk/stick disk/stick_report)
LINUX_AROUND_FLAGS = $(COMMON_FLAGS) -D_GNU_SOURCE $(CPPFLAGS) $(CFLAGS) \
	-fno-pic -fno-pie -fno-omit-frame-pointer -fno-strict-aliasing
LINUX_LINK = $(CC) $(CFLAGS) $(LDFLAGS) -no-pie -Wl,-z,noexecstack -pthread

$(BUILD)/flags/linux: FLAGS_IN_USE = $(CC) $(LINUX_FLAGS) $(LINUX_AROUND_FLAGS) $(LINUX_LINK) $(SERVER_LINK)

$(BUILD)/linux-obj/%.o: % $(BUILD)/flags/linux | $(call setup,$(COMPILER))
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(CC) $(if $(filter $(LINUX_AROUND),$<),$(LINUX_AROUND_FLAGS),$(LINUX_FLAGS)) \
		$(OWN_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/linux-obj/linux/build_id.c.o: OWN_FLAGS = $(BUILD_ID_FLAGS)
$(BUILD)/linux-obj/linux/build_id.c.o: $(BUILD)/build-id

# The small program that makes threads and processes, which is in the other in whole. Its own code is in
# one place, as a program's of one file is.
SERVER_SOURCES := $(call sources,linux/server,c)
SERVER_LINK := $(CC) -no-pie -static -s -Wl,-z,noexecstack -pthread

$(BUILD)/linux-obj/server-work.o: $(BUILD)/measured-obj/bench/os/work.S.o
	@mkdir -p $(@D)
	$(OBJCOPY) --rename-section .user.text=.text $< $@

$(BUILD)/task-server: $(SERVER_SOURCES:%=$(BUILD)/linux-obj/%.o) $(BUILD)/linux-obj/server-work.o
	$(call step,LINK,$@)
	$(SERVER_LINK) -o $@ $^

# The same with its functions' names, to tell what was executed of it.
$(BUILD)/task-server-symbols: $(BUILD)/task-server
	$(filter-out -s,$(SERVER_LINK)) -o $@ $(SERVER_SOURCES:%=$(BUILD)/linux-obj/%.o) \
		$(BUILD)/linux-obj/server-work.o

$(BUILD)/linux-obj/linux/server_image.S.o: OWN_FLAGS = -DSERVER_PROGRAM='"$(BUILD)/task-server"'
$(BUILD)/linux-obj/linux/server_image.S.o: $(BUILD)/task-server

$(BUILD)/bareline-linux-static: private LINUX_LINK += -static

$(BUILD)/bareline-linux $(BUILD)/bareline-linux-static: $(LINUX_OBJECTS) scripts/symbols.awk
	$(call step,LINK,$@)
	awk -f scripts/symbols.awk /dev/null | $(CC) -c -x assembler -o $@-symbols.o -
	$(LINUX_LINK) $(LINUX_OBJECTS) $@-symbols.o -o $@-pass1
	$(NM) -n $@-pass1 | awk -f scripts/symbols.awk | $(CC) -c -x assembler -o $@-symbols.o -
	$(LINUX_LINK) $(LINUX_OBJECTS) $@-symbols.o -o $@

.PHONY: hypervisor
hypervisor: $(addprefix $(BUILD)/hypervisor/,vmlinuz init symbols)

# The one program of a machine that is there to run a guest under KVM, and what asks that machine's
# kernel for its functions in a guest's place.
$(BUILD)/hypervisor/init: $(BUILD)/linux-obj/linux/hypervisor/arguments.c.o
$(BUILD)/hypervisor/init $(BUILD)/hypervisor/symbols: $(BUILD)/hypervisor/%: \
		$(BUILD)/linux-obj/linux/hypervisor/%.c.o
	$(call step,LINK,$@)
	mkdir -p $(@D)
	$(CC) -no-pie -static -s -Wl,-z,noexecstack -o $@ $^

# ---- The rest ----

include mk/image.mk mk/install.mk mk/dist.mk mk/tests.mk

-include $(if $(wildcard $(BUILD)),$(shell find $(BUILD) -path '*/unit-obj/*.d' \
	-o -path '*/fuzz-obj/*.d' -o -path '*/steps-obj/*.d'))
-include $(KERNEL_OBJECTS:.o=.d) $(EFI_OBJECTS:.o=.d) $(TOOL_OBJECTS:.o=.d)
-include $(GENERATE_OBJECTS:.o=.d) $(LINUX_OBJECTS:.o=.d) $(PLUGIN_OBJECTS:.o=.d)
