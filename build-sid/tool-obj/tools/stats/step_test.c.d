build-sid/tool-obj/tools/stats/step_test.c.o: tools/stats/step_test.c \
 tools/stats/step_test.h lib/rng.h tools/base/alloc.h tools/stats/stats.h
tools/stats/step_test.h:
lib/rng.h:
tools/base/alloc.h:
tools/stats/stats.h:
