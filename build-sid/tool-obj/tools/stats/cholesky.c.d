build-sid/tool-obj/tools/stats/cholesky.c.o: tools/stats/cholesky.c \
 tools/stats/cholesky.h
tools/stats/cholesky.h:
