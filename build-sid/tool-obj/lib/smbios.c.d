build-sid/tool-obj/lib/smbios.c.o: lib/smbios.c lib/smbios.h \
 lib/text/fmt.h lib/text/string.h
lib/smbios.h:
lib/text/fmt.h:
lib/text/string.h:
