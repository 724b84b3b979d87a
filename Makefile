# SPDX-License-Identifier: MIT
# Bareline's build. mk/ has further parts: image, installation, release archive, tests. All output is
# under $(BUILD). `make help` lists the targets; mk/help.txt is its text.
#
# A target first runs scripts/setup.sh for its groups of system packages. The script installs
# missing packages, reports them and writes a stamp file, so a second call needs no set-up. SETUP=no
# disables the set-up.
#
# CFLAGS, CPPFLAGS and LDFLAGS apply to unmeasured code: the host tool, and the set-up code of the
# Linux process. Kernel, loader and all measured code use only the project's flags, because flags
# change results. WERROR=1 makes warnings errors; the tests use WERROR=1.
#
# The path of the tree may contain spaces. BUILD may not: leave BUILD relative.

# The processor that is measured: mk/arch/NAME.mk.
ARCH ?= x86_64
ARCHES := $(patsubst mk/arch/%.mk,%,$(wildcard mk/arch/*.mk))
$(if $(filter $(ARCH),$(ARCHES)),,$(error ARCH=$(ARCH): there is no kernel for this processor, only for: \
	$(ARCHES). With a compiler for it, the host tool can be built: make CC=$(ARCH)-linux-gnu-gcc build/bareline))

BUILD ?= build
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
CFLAGS ?= -O2 -g
OBJCOPY ?= objcopy
NM ?= nm
PKG_CONFIG ?= pkg-config
INSTALL ?= install

# Destinations of `make install`, below DESTDIR. Images are programs for one processor.
prefix ?= /usr/local
exec_prefix ?= $(prefix)
bindir ?= $(exec_prefix)/bin
libdir ?= $(exec_prefix)/lib
datarootdir ?= $(prefix)/share
datadir ?= $(datarootdir)
mandir ?= $(datarootdir)/man
includedir ?= $(prefix)/include
docdir ?= $(datarootdir)/doc/bareline
imagedir ?= $(libdir)/bareline
bashcompletiondir ?= $(datadir)/bash-completion/completions
zshcompletiondir ?= $(datadir)/zsh/site-functions

# The order of goals is not kept when several are made at the same time.
$(if $(and $(filter clean,$(MAKECMDGOALS)),$(word 2,$(MAKECMDGOALS))),\
	$(error make clean: give it alone, then the other goals))

# Whether the compiler's target is the measured processor; and is an x86-64, for the host tool.
COMPILER_TARGET := $(shell $(CC) -dumpmachine)
IS_ARCH := $(filter $(ARCH)%,$(COMPILER_TARGET))
IS_X86 := $(filter x86_64%,$(COMPILER_TARGET))

# The sources of directories, with subdirectories: $(call sources,DIRECTORY...,ENDING...). Without those
# of other processors, which all_sources has.
all_sources = $(sort $(foreach ending,$2,$(shell find $1 -name '*.$(ending)')))
sources = $(filter-out $(OF_OTHERS),$(call all_sources,$1,$2))
OF_OTHERS = $(foreach other,$(filter-out $(ARCH_FILES) $(ARCH_SHARED),x86 aarch64 riscv64 absent one_entry),\
	$(addsuffix /$(other)/%,boot kernel lib linux) $(addprefix bench/%_$(other).,c h S))

# Sources of lib/ that query an x86-64. The host tool has the others of lib/x86/ whatever it measures,
# because they name what its logs have.
X86_QUERIES := $(addprefix lib/x86/,cpu_caches.c cpu_identity.c cpu_topology.c cpuid.c pmu_shape.c \
	tsc_cpuid.c)

include mk/arch/$(ARCH).mk

# The measured processor's compiler and tools, and the directory of what they build.
ARCH_CC := $(if $(IS_ARCH),$(CC),$(ARCH_PREFIX)gcc)
ARCH_OBJCOPY := $(if $(IS_ARCH),$(OBJCOPY),$(ARCH_PREFIX)objcopy)
ARCH_LD := $(if $(IS_ARCH),$(LD),$(ARCH_PREFIX)ld)
ARCH_NM := $(if $(IS_ARCH),$(NM),$(ARCH_PREFIX)nm)
ARCH_BUILD := $(BUILD)$(if $(filter-out x86_64,$(ARCH)),/$(ARCH))

VERSION := $(file <VERSION)
# The commit and its time. Without git, as in a tarball: the version and the time of its file.
# Ignores a repository that only contains the tree, or that the caller works on. The name of a
# changed tree has the same length, so that memory layout and record sizes stay the same.
from_git = $(strip $(if $(wildcard .git),\
	$(shell unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE; git $1 2>/dev/null)))
BUILD_ID := $(or $(call from_git,describe --always --exclude='*' --abbrev=18 \
	--dirty=+dirty 2>/dev/null | sed 's/.\{6\}+dirty$$/+dirty/'),$(VERSION))
SOURCE_DATE_EPOCH ?= $(or $(call from_git,log -1 --format=%ct),$(shell stat -c %Y VERSION))
SOURCE_DATE_EPOCH := $(SOURCE_DATE_EPOCH)
export SOURCE_DATE_EPOCH

WARNINGS := -Wall -Wextra -Wshadow -Wundef -Wmissing-prototypes -Wstrict-prototypes -Wvla
COMMON_FLAGS := -std=c11 -g $(WARNINGS) -I. -MMD -MP -ffile-prefix-map='$(CURDIR)=.'
# Not a flag that objects depend on: debug paths change no code.
ERROR_FLAGS = $(if $(WERROR),-Werror)

# $(call keep_text,FILE,TEXT) writes FILE if its text differs, except if make only prints or asks
# (-n, -q). Several makes may write at the same time, so no temporary file is used. Reading a file may
# or may not keep its last newline; strip removes that newline.
keep_text = $(if $(findstring n,$(firstword -$(MAKEFLAGS)))$(findstring q,$(firstword -$(MAKEFLAGS))),,\
	$(call keep_stripped,$1,$(strip $2),$(strip $(file <$1))))
keep_stripped = $(if $(subst x$3,,x$2)$(subst x$2,,x$3),$(file >$1,$2))

# The path from the installed tool's directory to the images. Independent of the prefix.
IMAGES := $(shell realpath -m --relative-to='$(bindir)' '$(imagedir)')

# A file with the build's version. The file changes only with the version, and the programs that
# print the version depend on it.
BUILD_ID_FLAGS := -DVERSION='"$(VERSION)"' -DBUILD_ID='"$(BUILD_ID)"' -DIMAGES='"$(IMAGES)"'
ifeq ($(filter clean,$(MAKECMDGOALS)),)
$(shell sh scripts/build_directory.sh make $(BUILD); mkdir -p $(ARCH_BUILD)/flags)
$(call keep_text,$(BUILD)/build-id,$(BUILD_ID_FLAGS))
endif

# Objects also depend on a file with their flags, which changes only if the flags change. Each kind
# of objects sets FLAGS_IN_USE below.
$(addsuffix /flags/%,$(sort $(BUILD) $(ARCH_BUILD))): FORCE
	$(call keep_text,$@,$(FLAGS_IN_USE))

.PHONY: FORCE

# $(call ask_once,VARIABLE,COMMAND): the output of COMMAND, cached in VARIABLE. COMMAND runs at the
# first use, after set-up, and only once.
ask_once = $(eval $1 := $$(shell $2))$($1)

# $(call find,WHAT): the command that prints the path of WHAT on this system, or the path set by the
# user.
find = FONT='$(FONT)' GNU_EFI='$(GNU_EFI)' GRUB_PC='$(GRUB_PC)' PKG_CONFIG='$(PKG_CONFIG)' \
	sh scripts/find.sh $1

# One job per CPU, unless the caller sets the number.
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc)
endif

# V=1 shows the commands. Without it, each step but compiling is a line. On a terminal, the name of the
# file that is compiled is overwritten by the next one. Elsewhere, each tenth file is a line.
ifeq ($(V),)
.SILENT:
IS_TERMINAL := $(and $(MAKE_TERMOUT),$(filter-out dumb,$(TERM)))
step = $(if $(filter CC UNIT FUZZ STEPS,$1),\
	$(if $(IS_TERMINAL),@printf '\033[K  %-8s %s\r' '$1' '$2',\
		$(eval compiled += $2)$(if $(filter %0,$(words $(compiled))),\
			@printf '  %-8s %s files: %s\n' '$1' '$(words $(compiled))' '$2')),\
	@printf '$(if $(IS_TERMINAL),\033[K)  %-8s %s\n' '$1' '$2')
endif

# ---- Set-up ----

# $(call setup,GROUP...): the order-only prerequisites of a target that needs these groups. Defined
# before its uses: make expands prerequisites when it reads them.
setup = $(if $(filter-out no,$(SETUP)),$(addprefix $(BUILD)/setup/,$1))
SETUP ?= yes
# The default compiler only. Users who set another compiler install its packages.
COMPILER := $(if $(findstring clang,$(CC)),clang,$(filter gcc,$(CC)))

ARCH_COMPILER := $(if $(IS_ARCH),$(COMPILER),$(ARCH)-compiler)

$(BUILD)/setup/%: scripts/setup.sh
	@sh scripts/setup.sh $*
	@mkdir -p $(@D) && touch $@

# Scripts of `bareline idle --session`.
SESSIONS := editing saving presenting writing

# ---- Main targets ----

.DELETE_ON_ERROR:
.SECONDEXPANSION:
.PHONY: all run overhead overhead-all layers test test-long check-fast repeat help clean

# Of another processor than the compiler's only kernel and Linux process are built, if there is a
# compiler for it: ARCH=aarch64, ARCH=riscv64. A compiler for a processor without a kernel builds only the
# host tool.
all: $(addprefix $(BUILD)/,bareline bareline.1 bareline.bash bareline.zsh $(if $(IS_ARCH),\
	bareline-plugin.so task-server-symbols hypervisor/init hypervisor/symbols count/init kernel.elf \
	installed-kernel.elf bareline.img bareline-linux bareline-linux-static bareline-linux.bash \
	bareline-linux.zsh $(SESSIONS:%=sessions/%.txt))) \
	$(addprefix $(ARCH_BUILD)/,$(ARCH_PROGRAMS))

# The main target: run the quick suite in QEMU and print its table.
run: $(ARCH_BUILD)/kernel.elf $(addprefix $(BUILD)/,bareline $(if $(IS_ARCH),bareline-plugin.so)) \
		| $(call setup,$(ARCH_RUN_GROUP))
	$(BUILD)/bareline run $(ARCH_RUN)

# The overhead of Linux on the same machine, in exact instruction time. OVERHEAD= uses real time;
# OVERHEAD='…' sets options.
OVERHEAD ?= --deterministic

overhead: $(BUILD)/bareline $(addprefix $(ARCH_BUILD)/,kernel.elf bareline-linux-static linux/vmlinuz) \
		| $(call setup,$(ARCH_RUN_GROUP))
	$(BUILD)/bareline overhead --qemu $(OVERHEAD) $(if $(ARCH_PREFIX),-- --arch $(ARCH))

# The table of README.md: three processors, bare metal and Linux.
OF_ALL_PROCESSORS := $(addprefix $(BUILD)/,kernel.elf bareline bareline-linux-static linux/vmlinuz) \
	aarch64-kernel aarch64-linux riscv64-kernel riscv64-linux

overhead-all: $(OF_ALL_PROCESSORS) | $(call setup,run python)
	python3 scripts/doc_figures.py print $(BUILD) $(BUILD)/overhead-all tests/documents/runs README.md

# The overhead of every layer, from bare metal to Linux in a KVM guest. LAYERS='…' sets options.
layers: $(addprefix $(BUILD)/,kernel.elf bareline bareline-linux-static linux/vmlinuz) hypervisor \
		| $(call setup,run)
	$(BUILD)/bareline layers $(LAYERS)

# All checks, or those in CHECKS. The table tests/checks lists what to build for each. Warnings are
# errors. TIMES=yes prints the cost of each part. `repeat` makes N rounds; BUSY=--busy keeps the host
# busy meanwhile.
CHECKS_FAST := edges formulas tree words usb unit fuzz golden idle
N ?= 10
TIMES ?=
check_needs = $(subst @,$(BUILD)/,$(shell sh tests/needs.sh $1))

test check-fast repeat: export WERROR := 1

test: $$(call check_needs,$$(CHECKS)) | $(call setup,test run aarch64 riscv64)
	sh tests/run.sh $(BUILD) $(CHECKS)

# The long checks of the table. MUTANTS= selects mutants.
CHECKS_LONG := $(shell sed -e '1,/^\# long/d' -e 's/ .*//' tests/checks)

test-long: $(call check_needs,$(CHECKS_LONG)) | $(call setup,test run room)
	MUTANTS='$(MUTANTS)' sh tests/run.sh $(BUILD) $(CHECKS_LONG)

# Boot one stick many times, and kill the machine of another.
.PHONY: stick-boots stick-kills
stick-boots stick-kills: $(BUILD)/bareline.img | $(call setup,run boot)
	python3 tests/stick/rows.py $(BUILD) $(if $(filter %boots,$@),boots $(or $(BOOTS),100),\
		kills $(or $(KILLS),20) $(or $(SEED),1))

# Boot BOOTS machines of a SEED. The seed is printed; ONLY=number repeats one machine.
.PHONY: test-disks
test-disks: $(BUILD)/kernel.elf | $(call setup,test run)
	python3 tests/disks/disks.py $(BUILD) --boots $(or $(BOOTS),200) \
		$(addprefix --seed=,$(SEED)) $(addprefix --only=,$(ONLY))

check-fast: $$(call check_needs,$$(CHECKS_FAST)) | $(call setup,test run)
	sh tests/run.sh $(BUILD) $(CHECKS_FAST)

repeat: $$(call check_needs,$$(CHECKS)) | $(call setup,test run aarch64 riscv64)
	sh tests/repeat.sh $(BUILD) $(N) $(BUSY) $(CHECKS)

help:
	@cat mk/help.txt

clean:
	@sh scripts/build_directory.sh remove $(BUILD)

# ---- Code measured on both sides ----
#
# bench/ and lib/ are compiled once. Kernel and Linux process link the same objects, so both time
# the same instructions. The objects use nothing specific to one side: no red zone, no vector
# registers in C, no C library. Loops are not unrolled: at -O2 gcc 14 does that, gcc 12 does not.

FREESTANDING_FLAGS := -ffreestanding -fno-builtin -nostdinc \
	-isystem $(shell $(ARCH_CC) -print-file-name=include)
MEASURED_OPTIMISATION := -O2
MEASURED_FLAGS := $(COMMON_FLAGS) $(MEASURED_OPTIMISATION) $(FREESTANDING_FLAGS) \
	$(ARCH_MEASURED_FLAGS) -fno-pic -fno-pie -fno-stack-protector -fno-omit-frame-pointer \
	-fno-asynchronous-unwind-tables -fno-common -fno-strict-aliasing -fno-unroll-loops \
	-ffunction-sections -fdata-sections
# The kernel reads its options from its command line, without lib/option. Its loader uses lib/netboot.
MEASURED_SOURCES := $(filter-out $(ARCH_BENCH_WITHOUT) lib/option/% lib/netboot/%,\
	$(call sources,bench lib,c S))
MEASURED_OBJECTS := $(patsubst %,$(ARCH_BUILD)/measured-obj/%.o,$(MEASURED_SOURCES))

$(ARCH_BUILD)/flags/measured: FLAGS_IN_USE = $(ARCH_CC) $(MEASURED_FLAGS)

$(ARCH_BUILD)/measured-obj/%.o: % $(ARCH_BUILD)/flags/measured | $(call setup,$(ARCH_COMPILER))
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(ARCH_CC) $(MEASURED_FLAGS) $(OWN_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

# bench/list.h without the benchmarks that this processor has not. Prints these.
LIST_DIRECTORY := $(ARCH_BUILD)/measured-list
COMPILED_LIST := $(LIST_DIRECTORY)/bench/list.h

OF_OTHER_PROCESSORS := $(filter $(OF_OTHERS),$(call all_sources,bench,c))

$(ARCH_BUILD)/flags/list: FLAGS_IN_USE = $(ARCH) $(OF_OTHER_PROCESSORS)

$(COMPILED_LIST): scripts/compiled-list.awk bench/$(ARCH).list $(OF_OTHER_PROCESSORS) bench/list.h \
		$(ARCH_BUILD)/flags/list
	mkdir -p $(@D)
	awk -v arch=$(ARCH) -f $(filter-out %/flags/list,$^) >$@

$(ARCH_BUILD)/measured-obj/bench/engine/registry.c.o: OWN_FLAGS = -iquote $(LIST_DIRECTORY)
$(ARCH_BUILD)/measured-obj/bench/engine/registry.c.o: $(COMPILED_LIST)

# ---- Kernel ----

KERNEL_SOURCES := $(ARCH_BOOT_SOURCES) $(addprefix boot/,loader_memory.c memory_map.c fw_cfg.c) \
	$(filter-out $(ARCH_KERNEL_WITHOUT),$(call sources,kernel,c S))
KERNEL_OBJECTS := $(patsubst %,$(ARCH_BUILD)/kernel-obj/%.o,$(KERNEL_SOURCES)) $(MEASURED_OBJECTS)
KERNEL_FLAGS := $(MEASURED_FLAGS)
KERNEL_LINK := $(ARCH_CC) -nostdlib -static -Wl,--build-id=none -Wl,-z,max-page-size=4096 \
	-Wl,--gc-sections -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments -T $(ARCH_BUILD)/kernel.ld

$(ARCH_BUILD)/flags/kernel: FLAGS_IN_USE = $(ARCH_CC) $(KERNEL_FLAGS) $(KERNEL_LINK)

$(ARCH_BUILD)/kernel-obj/%.o: % $(ARCH_BUILD)/flags/kernel | $(call setup,$(ARCH_COMPILER))
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(ARCH_CC) $(KERNEL_FLAGS) $(OWN_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(ARCH_BUILD)/kernel-obj/kernel/core/build_id.c.o: OWN_FLAGS = $(BUILD_ID_FLAGS)
$(ARCH_BUILD)/kernel-obj/kernel/core/build_id.c.o: $(BUILD)/build-id

$(ARCH_BUILD)/kernel.ld: $(ARCH_LINKER_SCRIPT)
$(ARCH_BUILD)/loader.ld: $(ARCH_EFI_SCRIPT)
$(addprefix $(ARCH_BUILD)/,kernel.ld loader.ld):
	$(ARCH_CC) -E -P -undef -x c -I. -o $@ $<

$(BUILD)/font.bin: scripts/font.sh | $(call setup,kernel)
	font=$$($(call find,font)) && sh $< "$$font" > $@

$(ARCH_BUILD)/measured-obj/lib/app/font.S.o: OWN_FLAGS = -Wa,-I$(BUILD)
$(ARCH_BUILD)/measured-obj/lib/app/font.S.o: $(BUILD)/font.bin

# Linked twice. The first link gives the symbol table for backtraces. The second link places the
# table last, so no address changes.
$(ARCH_BUILD)/kernel-pass1.elf: $(KERNEL_OBJECTS) $(ARCH_BUILD)/kernel.ld
	$(KERNEL_LINK) -o $@ $(KERNEL_OBJECTS)

$(ARCH_BUILD)/kernel-symbols.S: $(ARCH_BUILD)/kernel-pass1.elf scripts/symbols.awk
	$(ARCH_NM) -n $< | awk -f scripts/symbols.awk > $@

$(ARCH_BUILD)/kernel-symbols.o: $(ARCH_BUILD)/kernel-symbols.S
	$(ARCH_CC) -c -o $@ $<

$(ARCH_BUILD)/kernel.elf: $(KERNEL_OBJECTS) $(ARCH_BUILD)/kernel-symbols.o $(ARCH_BUILD)/kernel.ld
	$(call step,LINK,$@)
	$(KERNEL_LINK) -o $@ $(KERNEL_OBJECTS) $(ARCH_BUILD)/kernel-symbols.o

# The flat image, from the first byte of the file to the last initialised one: for the EFI loader, and
# on aarch64 and riscv64 a Linux Image.
$(addprefix $(ARCH_BUILD)/,kernel.bin Image): $(ARCH_BUILD)/kernel.elf
	$(ARCH_OBJCOPY) -O binary $< $@

# ---- Host tool ----

# The host tool omits three kinds of lib/ sources: replacements of the C library; code that queries
# the processor, because logs are often read on another machine; and functions that tools/base/
# does faster. X_x86.c is for x86-64, X_other.c for other processors, X_none.c for the static tool.
TOOL_SOURCES := $(filter-out tools/plugin/% %_none.c $(if $(IS_X86),%_other.c,%_x86.c),\
		$(call sources,tools,c)) \
	$(filter-out lib/aarch64/% lib/riscv64/% $(X86_QUERIES) lib/largest_cache.c lib/counter.c \
		lib/text/string.c lib/wire/crc.c lib/wire/base64.c,$(call all_sources,lib,c))
TOOL_OBJECTS := $(patsubst %,$(BUILD)/tool-obj/%.o,$(TOOL_SOURCES))
TOOL_PACKAGES := jansson gsl libdw libmd libserialport zlib
# Readers of binary traces, and the HTTP server of `serve`. Without one of these, the tool prints what
# to use instead. SQLite: without it, there are no fleets.
TOOL_OPTIONAL_PACKAGES = $(call ask_once,TOOL_OPTIONAL_PACKAGES,\
	for package in babeltrace2 libtraceevent libtracecmd libmicrohttpd sqlite3; do \
		$(PKG_CONFIG) --exists $$$$package 2>/dev/null && echo $$$$package; done)
TOOL_PACKAGE_FLAGS = $(call ask_once,TOOL_PACKAGE_FLAGS,$(PKG_CONFIG) --cflags \
	$(TOOL_PACKAGES) $(TOOL_OPTIONAL_PACKAGES))
TOOL_READER_FLAGS = $(patsubst %,-DHAVE_%,$(subst libmicrohttpd,LIBMICROHTTPD,\
	$(subst libtracecmd,LIBTRACECMD,\
	$(subst libtraceevent,LIBTRACEEVENT,$(subst babeltrace2,BABELTRACE2,\
	$(subst sqlite3,SQLITE3,$(TOOL_OPTIONAL_PACKAGES)))))))
TOOL_PACKAGE_LIBRARIES = $(call ask_once,TOOL_PACKAGE_LIBRARIES,\
	$(PKG_CONFIG) --libs $(TOOL_PACKAGES) $(TOOL_OPTIONAL_PACKAGES))
TOOL_STATIC_PACKAGE_LIBRARIES = $(call ask_once,TOOL_STATIC_PACKAGE_LIBRARIES,\
	$(PKG_CONFIG) --static --libs $(filter-out libdw,$(TOOL_PACKAGES)) \
	$(filter sqlite3,$(TOOL_OPTIONAL_PACKAGES)))
TOOL_STATIC_LIBRARIES = $(TOOL_STATIC_PACKAGE_LIBRARIES) -lm
# Sources that the static tool compiles without their libraries: it cannot load libbabeltrace2's
# plugins, and libmicrohttpd and the look-up of user names need libraries that are only shared.
TOOL_STATIC_READERS := $(addprefix tools/serve/,http.c.o privileges.c.o) \
	$(patsubst %,tools/flow/import/%.c.o,babeltrace ctf_messages tracecmd)
TOOL_STATIC_OBJECTS := $(patsubst %/inline_names.c.o,%/inline_names_none.c.o,\
	$(filter-out $(TOOL_STATIC_READERS:%=$(BUILD)/tool-obj/%),$(TOOL_OBJECTS))) \
	$(TOOL_STATIC_READERS:%=$(BUILD)/tool-obj/static/%)
TOOL_FLAGS = $(COMMON_FLAGS) -I$(BUILD) -D_GNU_SOURCE $(TOOL_PACKAGE_FLAGS) $(TOOL_READER_FLAGS) \
	$(CPPFLAGS) $(CFLAGS)
TOOL_LIBRARIES = $(TOOL_PACKAGE_LIBRARIES) -lm
TOOL_LINK = $(CC) $(CFLAGS) $(LDFLAGS)

$(BUILD)/flags/tool: | $(call setup,tool)
$(BUILD)/flags/tool: FLAGS_IN_USE = $(CC) $(TOOL_FLAGS) $(TOOL_LINK) $(TOOL_LIBRARIES)

$(BUILD)/tool-obj/%.o: % $(BUILD)/flags/tool | $(call setup,$(COMPILER))
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(CC) $(TOOL_FLAGS) $(OWN_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/tool-obj/static/%.o: % $(BUILD)/flags/tool | $(call setup,$(COMPILER))
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(CC) $(filter-out -DHAVE_%,$(TOOL_FLAGS)) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/tool-obj/tools/base/build_id.c.o: OWN_FLAGS = $(BUILD_ID_FLAGS)
$(BUILD)/tool-obj/tools/base/build_id.c.o: $(BUILD)/build-id

# The list of benchmarks for the tool, extracted from their preprocessed sources, which then need no
# processor: LIB_CPU_ARCH_H is the guard of lib/cpu/arch.h. benchmarks.def changes only with the list,
# because every program with the tool's code depends on it.
ARCH_LISTS := bench/aarch64.list bench/riscv64.list

$(BUILD)/benchmarks.list: scripts/benchmark-list.awk $(ARCH_LISTS) $(call all_sources,bench,c h) | $(call setup,$(COMPILER))
	$(call step,LIST,$@)
	$(CC) -E -P -x c -I. $(FREESTANDING_FLAGS) -DLIB_CPU_ARCH_H -include lib/x86/words.h bench/list.h \
		$(call all_sources,bench,c) | awk -v lists='$(ARCH_LISTS)' -f $< > $@

$(BUILD)/benchmarks.def: $(BUILD)/benchmarks.list
	cmp -s $< $@ || cp $< $@

$(foreach kind,tool unit steps fuzz,$(BUILD)/$(kind)-obj/tools/record/catalogue.c.o): $(BUILD)/benchmarks.def

# The style sheet and the script of the page, without comments and indentation, and their SHA-256
# sums for its policy.
$(BUILD)/page.def: scripts/page-files.sh tools/view/page.css tools/view/page.js | $(call setup,tool)
	$(call step,EMBED,$@)
	sh $< $(wordlist 2,3,$^) > $@.new
	mv $@.new $@

$(foreach kind,tool unit steps fuzz,$(BUILD)/$(kind)-obj/tools/view/page_files.c.o): $(BUILD)/page.def

# Known counts: those in assembly, and those of this compiler.
COMPILER_VERSION := $(shell $(CC) -dumpfullversion 2>/dev/null)
KNOWN_COUNTS := $(wildcard $(addprefix tests/golden/,instructions.txt aarch64-instructions.txt \
	compiled-gcc-$(COMPILER_VERSION).txt aarch64-compiled-gcc-$(COMPILER_VERSION).txt \
	riscv64-instructions.txt riscv64-compiled-gcc-$(COMPILER_VERSION).txt))
$(BUILD)/known-counts.def: scripts/known-counts.sh $(KNOWN_COUNTS) | $(call setup,tool)
	$(call step,EMBED,$@)
	sh $< $(wordlist 2,9,$^) > $@.new
	mv $@.new $@

$(foreach kind,tool unit steps fuzz,$(BUILD)/$(kind)-obj/tools/results/known_counts.c.o): $(BUILD)/known-counts.def

# Schema and queries of fleets.
$(BUILD)/fleet-sql.def: scripts/sql-files.sh $(call sources,tools/fleet/sql,sql)
	$(call step,EMBED,$@)
	sh $< tools/fleet/sql > $@.new
	mv $@.new $@

$(foreach kind,tool unit steps fuzz,$(BUILD)/$(kind)-obj/tools/fleet/sql.c.o): $(BUILD)/fleet-sql.def

$(BUILD)/bareline: $(TOOL_OBJECTS)
	$(call step,LINK,$@)
	$(TOOL_LINK) -o $@ $(TOOL_OBJECTS) $(TOOL_LIBRARIES)

# Static and stripped: for the stick and the release archive, without shared libraries.
$(BUILD)/bareline-static: $(TOOL_STATIC_OBJECTS)
	$(call step,LINK,$@)
	$(TOOL_LINK) -static -s -o $@ $(TOOL_STATIC_OBJECTS) $(TOOL_STATIC_LIBRARIES)

# ---- QEMU's plugin ----
#
# QEMU loads the plugin, with the few sources of the tool that the plugin needs. Only QEMU's entry
# points are exported.

PLUGIN_SOURCES := $(call sources,tools/plugin tools/memory,c) tools/base/alloc.c tools/base/number_map.c
PLUGIN_OBJECTS := $(patsubst %,$(BUILD)/plugin-obj/%.o,$(PLUGIN_SOURCES))
# Without vector instructions, which wait for those of the code that QEMU makes for the guest.
PLUGIN_FLAGS = $(COMMON_FLAGS) -D_GNU_SOURCE -fPIC -fvisibility=hidden -fno-tree-vectorize \
	-fno-tree-slp-vectorize $(CPPFLAGS) $(CFLAGS)
PLUGIN_LINK = $(CC) $(CFLAGS) $(LDFLAGS) -shared

$(BUILD)/flags/plugin: FLAGS_IN_USE = $(CC) $(PLUGIN_FLAGS) $(PLUGIN_LINK)

$(BUILD)/plugin-obj/%.o: % $(BUILD)/flags/plugin | $(call setup,$(COMPILER))
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(CC) $(PLUGIN_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(BUILD)/bareline-plugin.so: $(PLUGIN_OBJECTS)
	$(call step,LINK,$@)
	$(PLUGIN_LINK) -o $@ $(PLUGIN_OBJECTS)

# Generates random interaction networks with known critical paths, for tests/flow/flow.sh and
# tests/flow/scale.py.
GENERATE_OBJECTS := $(patsubst %,$(BUILD)/tool-obj/%.o,\
	tests/flow/generate.c tests/flow/random.c tests/flow/span.c \
	$(filter-out tools/cmd/%,$(TOOL_SOURCES)))

$(BUILD)/flow-generate: $(GENERATE_OBJECTS)
	$(call step,LINK,$@)
	$(TOOL_LINK) -o $@ $(GENERATE_OBJECTS) $(TOOL_LIBRARIES)

# Error rates of the search for odd machines, by simulated rooms.
RATES_OBJECTS := $(patsubst %,$(BUILD)/tool-obj/%.o,tests/fleet/rates.c tests/fleet/rooms.c \
	tools/stats/odd.c tools/stats/rank_test.c tools/stats/stats.c tools/base/alloc.c tools/base/sort.c lib/rng.c)

$(BUILD)/fleet-rates: $(RATES_OBJECTS)
	$(call step,LINK,$@)
	$(TOOL_LINK) -o $@ $(RATES_OBJECTS) $(TOOL_LIBRARIES)

# Simulate 1000 rooms for each row of the table in docs/reference/fleet-rates.md, and write it.
FLEET_ROOMS := 1000

.PHONY: fleet-rates
fleet-rates: $(BUILD)/fleet-rates
	$< $(FLEET_ROOMS) > $(BUILD)/fleet-rates.md
	sed -i -e '/^<!-- fleet-rates -->/,/^<!-- end/ { /^<!--/!d }' \
		-e '/^<!-- fleet-rates -->/r $(BUILD)/fleet-rates.md' docs/reference/fleet-rates.md

# Written by the programs themselves: the reference in docs/reference/records.md, and the options in
# the manual page of bareline-linux. Tests compare both.
RECORDS_PAGE := docs/reference/records.md
BENCHMARK_PAGE := docs/reference/benchmarks.md
LINUX_MANUAL := linux/bareline-linux.1

# Write the files of a new benchmark.
.PHONY: benchmark
benchmark:
	sh scripts/new-benchmark.sh '$(NAME)' $(if $(ASM),asm)

.PHONY: docs
docs: $(BUILD)/bareline $(BUILD)/bareline-linux
	$(BUILD)/bareline list --markdown > $(BUILD)/benchmarks.md
	sed -i -e '/^<!-- bareline list -->/,/^<!-- end/ { /^<!--/!d }' \
		-e '/^<!-- bareline list -->/r $(BUILD)/benchmarks.md' $(BENCHMARK_PAGE)
	awk -f scripts/architectures.awk $(BUILD)/benchmarks.list > $(BUILD)/architectures.md
	sed -i -e '/^<!-- architectures -->/,/^<!-- end/ { /^<!--/!d }' \
		-e '/^<!-- architectures -->/r $(BUILD)/architectures.md' docs/reference/architectures.md
	$(BUILD)/bareline format > $(BUILD)/records.md
	sed -i -e '/^<!-- bareline format -->/,/^<!-- end/ { /^<!--/!d }' \
		-e '/^<!-- bareline format -->/r $(BUILD)/records.md' $(RECORDS_PAGE)
	$(BUILD)/bareline-linux --manual > $(BUILD)/linux-options.roff
	sed -i -e '/^.\\" bareline-linux --manual/,/^.\\" end/ { /^.\\"/!d }' \
		-e '/^.\\" bareline-linux --manual/r $(BUILD)/linux-options.roff' $(LINUX_MANUAL)

# Measure the results of deterministic runs again, and write them into README.md and docs/.
# method-tables: only docs/methods.md.
DOC_FIGURES := python3 scripts/doc_figures.py write $(BUILD) $(BUILD)/doc-figures tests/documents/runs

.PHONY: doc-figures method-tables
doc-figures method-tables: $(OF_ALL_PROCESSORS) | $(call setup,run python)
doc-figures:
	$(DOC_FIGURES) README.md docs/*.md
method-tables:
	$(DOC_FIGURES) docs/methods.md

# Write the metrics of the quick suite that equal the sum of their functions.
.PHONY: explain-sums
explain-sums: $$(call check_needs,explain explain-linux) | $(call setup,run python)
	$(BUILD)/bareline explain '*' --sums -o $(BUILD)/explain-sums/metal >/dev/null
	$(BUILD)/bareline explain '*' --sums --layer linux -o $(BUILD)/explain-sums/linux >/dev/null
	python3 scripts/explain_sums.py write tests/explain/sums \
		$(BUILD)/explain-sums/metal/explain.json $(BUILD)/explain-sums/linux/explain.json

# Three kernels by function in docs/explain.md. Fetches the kernels, which are packages of the
# distribution.
.PHONY: explain-kernels
explain-kernels: $$(call check_needs,explain explain-linux) | $(call setup,run python)
	python3 scripts/kernels.py explain $(BUILD) docs/explain.md

# The table of programs in docs/count.md. QEMUS: programs to count with; each boots twice.
.PHONY: count-programs
count-programs: $$(call check_needs,count) | $(call setup,run python)
	python3 scripts/count_programs.py $(BUILD) docs/count.md $(or $(QEMUS),qemu-system-x86_64)

# The table of the memory model. The runs are checked first.
.PHONY: memory-tables
memory-tables: $(addprefix $(BUILD)/,kernel.elf bareline bareline-plugin.so) | $(call setup,run test)
	sh tests/memory/memory_model.sh $(BUILD) full
	python3 scripts/memory_tables.py $(BUILD)/memory-model-full/full docs/memory-model.md

# Time the parser on the log of the full suite, after recording that log.
PARSE_SPEED := $(BUILD)/parse-speed

$(PARSE_SPEED)/full/serial.log: $(BUILD)/kernel.elf $(BUILD)/bareline | $(call setup,run)
	$(BUILD)/bareline run --suite full --quiet -o $(@D)

.PHONY: parse-speed
parse-speed: $(PARSE_SPEED)/full/serial.log
	python3 tests/formats/parse_speed.py $(BUILD)/bareline $(PARSE_SPEED) $<

# Draw the charts of docs/interactions.md.
.PHONY: figures
figures: $(BUILD)/kernel.elf $(BUILD)/bareline | $(call setup,run)
	sh scripts/figures.sh $(BUILD) docs/figures

# Take screenshots of the machine's screen, as its tests do.
.PHONY: screens
screens: $(addprefix $(BUILD)/,kernel.elf bareline bareline.elf eltorito.img esp.img stick.img) \
		| $(call setup,run test)
	python3 tests/boot/screen.py $(BUILD)
	python3 tests/stick/screens.py $(BUILD)
	sh scripts/page_screenshot.sh $(BUILD) docs/page.png docs/compare-page.png
	for name in run-text end-text run-800 end-2560 end-3840 menu-uefi end-linux; do \
		cp $(BUILD)/screen/$$name.png docs/screens || exit; done

# ---- Linux guest ----

# The kernel of the distribution and its modules, unpacked but not installed.
$(ARCH_BUILD)/linux/vmlinuz: scripts/kernels.py scripts/fetch.sh | $(call setup,fetch python \
		$(ARCH_RUN_GROUP))
	$(call step,FETCH,$@)
	python3 scripts/kernels.py linux $(ARCH) $(@D)

# ---- Hypervisor ----

# A kernel of the distribution with KVM.
$(ARCH_BUILD)/hypervisor/vmlinuz: scripts/kernels.py scripts/fetch.sh | $(call setup,fetch python)
	$(call step,FETCH,$@)
	python3 scripts/kernels.py hypervisor $(ARCH) $(@D)

# ---- Linux process ----
#
# The same bench/ and lib/ in a process. Not position-independent: the symbol table for backtraces
# comes from a first link, as for the kernel, and has the addresses of the second. The static
# program needs only a kernel.

LINUX_SOURCES := $(filter-out $(ARCH_LINUX_WITHOUT) linux/server/% linux/hypervisor/% linux/count/% \
	linux/watch/library.c,$(call sources,linux lib/option,c S)) \
	$(addprefix tools/,$(addprefix run/input/,input_keys.c input_script.c \
	terminal_keys.c) base/alloc.c base/utf8.c)
LINUX_OBJECTS := $(patsubst %,$(ARCH_BUILD)/linux-obj/%.o,$(LINUX_SOURCES)) \
	$(filter-out $(ARCH_LINUX_WITHOUT:%=$(ARCH_BUILD)/measured-obj/%.o),$(MEASURED_OBJECTS))
LINUX_FLAGS = $(COMMON_FLAGS) -O2 -D_GNU_SOURCE -fno-pic -fno-pie $(ARCH_LINUX_FLAGS) \
	-fno-stack-protector -fno-omit-frame-pointer -fno-common -fno-strict-aliasing
# Files without measured code. Files for backtraces and the link come last, to keep addresses fixed.
LINUX_AROUND := $(call sources,lib/option,c) $(patsubst %,linux/%.c,\
	activity backtrace build_id describe disturbance files guard init input main memory \
	memory_limit network_cards output platform pmu/perf schedule smbios tsc unavailable disk/stick disk/stick_report watch/display watch/program watch/switches watch/timeline \
	watch/watch) $(filter tools/%,$(LINUX_SOURCES))
LINUX_AROUND_FLAGS = $(COMMON_FLAGS) -D_GNU_SOURCE $(CPPFLAGS) $(CFLAGS) \
	-fno-pic -fno-pie -fno-omit-frame-pointer -fno-strict-aliasing
LINUX_LINK = $(ARCH_CC) $(CFLAGS) $(LDFLAGS) -no-pie -Wl,-z,noexecstack $(ARCH_LINUX_LINK) -pthread

$(ARCH_BUILD)/flags/linux: FLAGS_IN_USE = $(ARCH_CC) $(LINUX_FLAGS) $(LINUX_AROUND_FLAGS) $(LINUX_LINK) \
	$(SERVER_LINK) $(WATCH_LIBRARY_LINK)

$(ARCH_BUILD)/linux-obj/%.o: % $(ARCH_BUILD)/flags/linux | $(call setup,$(ARCH_COMPILER))
	$(call step,CC,$<)
	mkdir -p $(@D)
	$(ARCH_CC) $(if $(filter $(LINUX_AROUND),$<),$(LINUX_AROUND_FLAGS),$(LINUX_FLAGS)) \
		$(OWN_FLAGS) $(ERROR_FLAGS) -c -o $@ $<

$(ARCH_BUILD)/linux-obj/linux/build_id.c.o: OWN_FLAGS = $(BUILD_ID_FLAGS)
$(ARCH_BUILD)/linux-obj/linux/build_id.c.o: $(BUILD)/build-id

# A small program that starts threads and processes, embedded in the other program. A single source
# file keeps its code contiguous.
SERVER_SOURCES := $(call sources,linux/server,c)
SERVER_LINK := $(ARCH_CC) -no-pie -static -s -Wl,-z,noexecstack -pthread

$(ARCH_BUILD)/linux-obj/server-work.o: $(ARCH_BUILD)/measured-obj/bench/os/work_$(ARCH_FILES).S.o
	@mkdir -p $(@D)
	$(ARCH_OBJCOPY) --rename-section .user.text=.text $< $@

$(ARCH_BUILD)/task-server: $(SERVER_SOURCES:%=$(ARCH_BUILD)/linux-obj/%.o) $(ARCH_BUILD)/linux-obj/server-work.o
	$(call step,LINK,$@)
	$(SERVER_LINK) -o $@ $^

# A library that is preloaded into watched programs, embedded in the program. It uses the C library of
# the program that it is loaded into.
WATCH_LIBRARY_LINK := $(ARCH_CC) -shared -nostdlib -s -Wl,-z,noexecstack -Wl,-soname,bareline-watch.so

$(ARCH_BUILD)/linux-obj/linux/watch/library.c.o: OWN_FLAGS = -fPIC -fvisibility=hidden -O2
$(ARCH_BUILD)/watch-library.so: $(ARCH_BUILD)/linux-obj/linux/watch/library.c.o
	$(call step,LINK,$@)
	$(WATCH_LIBRARY_LINK) -o $@ $^

$(ARCH_BUILD)/linux-obj/linux/watch/library_image.S.o: OWN_FLAGS = -DWATCH_LIBRARY='"$(ARCH_BUILD)/watch-library.so"'
$(ARCH_BUILD)/linux-obj/linux/watch/library_image.S.o: $(ARCH_BUILD)/watch-library.so

# The same with symbols, to name its executed functions.
$(ARCH_BUILD)/task-server-symbols: $(ARCH_BUILD)/task-server
	$(filter-out -s,$(SERVER_LINK)) -o $@ $(SERVER_SOURCES:%=$(ARCH_BUILD)/linux-obj/%.o) \
		$(ARCH_BUILD)/linux-obj/server-work.o

$(ARCH_BUILD)/linux-obj/linux/server_image.S.o: OWN_FLAGS = -DSERVER_PROGRAM='"$(ARCH_BUILD)/task-server"'
$(ARCH_BUILD)/linux-obj/linux/server_image.S.o: $(ARCH_BUILD)/task-server

$(ARCH_BUILD)/bareline-linux-static: private LINUX_LINK += -static

$(ARCH_BUILD)/bareline-linux $(ARCH_BUILD)/bareline-linux-static: $(LINUX_OBJECTS) scripts/symbols.awk
	$(call step,LINK,$@)
	awk -f scripts/symbols.awk /dev/null | $(ARCH_CC) -c -x assembler -o $@-symbols.o -
	$(LINUX_LINK) $(LINUX_OBJECTS) $@-symbols.o -o $@-pass1
	$(ARCH_NM) -n $@-pass1 | awk -f scripts/symbols.awk | $(ARCH_CC) -c -x assembler -o $@-symbols.o -
	$(LINUX_LINK) $(LINUX_OBJECTS) $@-symbols.o -o $@

.PHONY: hypervisor
hypervisor: $(addprefix $(ARCH_BUILD)/hypervisor/,vmlinuz init symbols)

# The only program of a machine that runs a guest under KVM, and a program that reads the symbols of
# that machine's kernel in place of a guest.
$(ARCH_BUILD)/hypervisor/symbols: $(ARCH_BUILD)/linux-obj/linux/hypervisor/functions.c.o
$(ARCH_BUILD)/hypervisor/init: $(addprefix $(ARCH_BUILD)/linux-obj/linux/hypervisor/,arguments.c.o guest.c.o)
$(ARCH_BUILD)/hypervisor/init $(ARCH_BUILD)/hypervisor/symbols: $(ARCH_BUILD)/hypervisor/%: \
		$(ARCH_BUILD)/linux-obj/linux/hypervisor/%.c.o
	$(call step,LINK,$@)
	mkdir -p $(@D)
	$(ARCH_CC) -no-pie -static -s -Wl,-z,noexecstack -o $@ $^

# The monitor of guests on aarch64.
$(ARCH_BUILD)/hypervisor/monitor: $(ARCH_BUILD)/linux-obj/linux/hypervisor/monitor_$(ARCH_FILES).c.o
	$(call step,LINK,$@)
	mkdir -p $(@D)
	$(ARCH_CC) -no-pie -static -s -Wl,-z,noexecstack -o $@ $^

# The first process of a machine that counts a program's instructions.
$(ARCH_BUILD)/count/init: $(addprefix $(ARCH_BUILD)/linux-obj/linux/count/,asking.c.o config_device.c.o \
		init.c.o look.c.o random_numbers.c.o run_clock.c.o session.c.o symbols.c.o unpack.c.o \
		machine_$(ARCH_FILES).c.o $(if $(filter x86,$(ARCH_FILES)),,virt.c.o)) \
		$(ARCH_BUILD)/linux-obj/linux/hypervisor/functions.c.o $(ARCH_BUILD)/measured-obj/lib/wire/base64.c.o
	$(call step,LINK,$@)
	mkdir -p $(@D)
	$(ARCH_CC) -no-pie -static -s -Wl,-z,noexecstack -o $@ $^

# ---- Other targets ----

include mk/image.mk mk/install.mk mk/dist.mk mk/tests.mk

# Make takes a second to read the headers of all objects. HEADERS=no is for a tree that is built already.
ifneq ($(HEADERS),no)
TEST_OBJECTS := $(wildcard $(addprefix $(BUILD)/,unit-obj fuzz-obj fuzz-compared-obj steps-obj))
-include $(if $(TEST_OBJECTS),$(shell find $(TEST_OBJECTS) -name '*.d'))
-include $(KERNEL_OBJECTS:.o=.d) $(EFI_OBJECTS:.o=.d) $(TOOL_OBJECTS:.o=.d)
-include $(GENERATE_OBJECTS:.o=.d) $(LINUX_OBJECTS:.o=.d) $(PLUGIN_OBJECTS:.o=.d)
endif
