# SPDX-License-Identifier: MIT
# Installing, taking away, and what editors want to know.

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
# kernel goes without its debugging information, which is most of it, but with its functions' names, by
# which an operation is explained.
TOOL_INSTALLED := 755:$(BUILD)/bareline:bindir:bareline \
	644:$(BUILD)/bareline.1:mandir:man1/bareline.1 \
	644:$(BUILD)/bareline.bash:bashcompletiondir:bareline \
	644:$(BUILD)/bareline.zsh:zshcompletiondir:_bareline \
	$(foreach page,LICENSE $(wildcard *.md docs/*.* docs/figures/* docs/reference/* docs/screens/* docs/scripts/*),\
		644:$(page):docdir:$(page))
X86_INSTALLED := 755:$(BUILD)/bareline-linux:bindir:bareline-linux \
	644:linux/bareline-linux.1:mandir:man1/bareline-linux.1 \
	644:$(BUILD)/bareline-linux.bash:bashcompletiondir:bareline-linux \
	644:$(BUILD)/bareline-linux.zsh:zshcompletiondir:_bareline-linux \
	644:$(BUILD)/installed-kernel.elf:imagedir:kernel.elf \
	644:$(BUILD)/bareline.img:imagedir:bareline.img \
	644:$(BUILD)/BOOTX64.EFI:imagedir:BOOTX64.EFI \
	755:$(BUILD)/bareline-linux-static:imagedir:bareline-linux-static \
	755:$(BUILD)/bareline-plugin.so:imagedir:bareline-plugin.so \
	755:$(BUILD)/task-server-symbols:imagedir:task-server-symbols \
	755:$(BUILD)/hypervisor/init:imagedir:hypervisor/init \
	755:$(BUILD)/hypervisor/symbols:imagedir:hypervisor/symbols \
	755:scripts/write-usb.sh:imagedir:write-usb.sh
INSTALLED := $(TOOL_INSTALLED) $(if $(IS_X86),$(X86_INSTALLED))
install_place = "$(DESTDIR)$($(word 3,$1))/$(word 4,$1)"
install_file = $(INSTALL) -D -m $(word 1,$1) $(word 2,$1) $(install_place)
define newline


endef

$(BUILD)/installed-kernel.elf: $(BUILD)/kernel.elf
	$(OBJCOPY) --strip-debug $< $@

.PHONY: install uninstall
install: all
	$(foreach entry,$(INSTALLED),$(call install_file,$(subst :, ,$(entry)))$(newline))

uninstall:
	rm -f $(foreach entry,$(INSTALLED),$(call install_place,$(subst :, ,$(entry))))
	rmdir --ignore-fail-on-non-empty $(patsubst %,"$(DESTDIR)$(docdir)/docs/%",figures reference screens scripts) \
		"$(DESTDIR)$(docdir)/docs" "$(DESTDIR)$(docdir)" "$(DESTDIR)$(imagedir)/hypervisor" \
		"$(DESTDIR)$(imagedir)" 2>/dev/null || true

# ---- For editors ----

# Made of what a build of all would run, in the place where clangd looks. That make only says it.
.PHONY: compile-commands
compile-commands:
	unset MAKEFLAGS; make -nB SETUP=no V=1 CC='$(CC)' BUILD=$(BUILD) all unit-programs | \
		awk -v directory='$(CURDIR)' -f scripts/compile-commands.awk \
		>$(BUILD)/compile_commands.json
