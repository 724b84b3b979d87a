build-sid/tool-obj/tools/explain/unattributed.c.o: \
 tools/explain/unattributed.c tools/explain/unattributed.h \
 tools/explain/window.h tools/explain/instruction_profile.h \
 tools/base/arena.h tools/base/number_map.h tools/record/result.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/record/log.h
tools/explain/unattributed.h:
tools/explain/window.h:
tools/explain/instruction_profile.h:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/record/log.h:
