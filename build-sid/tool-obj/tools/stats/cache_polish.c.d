build-sid/tool-obj/tools/stats/cache_polish.c.o: \
 tools/stats/cache_polish.c tools/stats/cache_polish.h \
 tools/stats/cache_model.h tools/stats/cholesky.h
tools/stats/cache_polish.h:
tools/stats/cache_model.h:
tools/stats/cholesky.h:
