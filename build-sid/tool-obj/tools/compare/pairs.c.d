build-sid/tool-obj/tools/compare/pairs.c.o: tools/compare/pairs.c \
 tools/compare/pairs.h tools/record/point.h
tools/compare/pairs.h:
tools/record/point.h:
