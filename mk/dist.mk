# SPDX-License-Identifier: MIT
# The release archive: the files of `make install` in one directory, without a build. Two builds of
# one commit by the same compiler and libraries give the same bytes.

DIST_NAME := bareline-$(VERSION)-$(ARCH)
DIST_TREE := $(BUILD)/dist/$(DIST_NAME)

# The tool and its images lie side by side in the archive's root, where own_file() looks first.
# Programs are static, so any distribution runs them. The archive has one Linux process.
DIST_INSTALLED := $(filter-out 755:$(BUILD)/bareline-linux:%,\
	$(INSTALLED:755:$(BUILD)/bareline:%=755:$(BUILD)/bareline-static:%)) \
	644:$(BUILD)/NOTICE:docdir:NOTICE
dist_includedir := /include
dist_mandir := /man
dist_bashcompletiondir := /completion/bash
dist_zshcompletiondir := /completion/zsh
dist_file = $(INSTALL) -D -m $(word 1,$1) $(word 2,$1) \
	$(DIST_TREE)$(dist_$(word 3,$1))/$(word 4,$1)

$(BUILD)/NOTICE: scripts/notice.sh $(BUILD)/bareline-static $(BUILD)/bareline.img
	CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' sh $< > $@

$(BUILD)/$(DIST_NAME).tar.xz: mk/dist.mk \
		$(foreach entry,$(DIST_INSTALLED),$(word 2,$(subst :, ,$(entry)))) | $(call setup,dist)
	$(call step,ARCHIVE,$@)
	rm -rf $(BUILD)/dist
	$(foreach entry,$(DIST_INSTALLED),$(call dist_file,$(subst :, ,$(entry)))$(newline))
	ln -s bareline-linux-static $(DIST_TREE)/bareline-linux
	cd $(DIST_TREE) && find . -type f ! -name SHA256SUMS -printf '%P\n' | \
		LC_ALL=C sort | xargs sha256sum > SHA256SUMS
	LC_ALL=C tar -C $(BUILD)/dist -c --format=ustar --sort=name --mtime=@$(SOURCE_DATE_EPOCH) \
		--owner=0 --group=0 --numeric-owner --mode=u+rw,go=rX $(DIST_NAME) | xz -9 -T1 > $@

.PHONY: dist
dist: $(if $(IS_ARCH),$(BUILD)/$(DIST_NAME).tar.xz)
	$(if $(IS_ARCH),@sha256sum $<,$(error the release archive is for $(ARCH), and $(CC) compiles for another processor))
