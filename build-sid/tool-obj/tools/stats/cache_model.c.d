build-sid/tool-obj/tools/stats/cache_model.c.o: tools/stats/cache_model.c \
 tools/stats/cache_model.h tools/stats/cholesky.h
tools/stats/cache_model.h:
tools/stats/cholesky.h:
