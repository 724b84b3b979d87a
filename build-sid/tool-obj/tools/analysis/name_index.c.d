build-sid/tool-obj/tools/analysis/name_index.c.o: \
 tools/analysis/name_index.c tools/analysis/name_index.h \
 tools/base/number_map.h tools/base/alloc.h
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/alloc.h:
