build-sid/tool-obj/lib/block_cache.c.o: lib/block_cache.c \
 lib/block_cache.h
lib/block_cache.h:
