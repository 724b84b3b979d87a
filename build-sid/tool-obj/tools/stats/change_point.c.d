build-sid/tool-obj/tools/stats/change_point.c.o: \
 tools/stats/change_point.c tools/stats/change_point.h tools/base/alloc.h \
 tools/stats/stats.h tools/stats/step_test.h
tools/stats/change_point.h:
tools/base/alloc.h:
tools/stats/stats.h:
tools/stats/step_test.h:
