build-sid/tool-obj/tools/analysis/reference.c.o: \
 tools/analysis/reference.c tools/analysis/reference.h
tools/analysis/reference.h:
