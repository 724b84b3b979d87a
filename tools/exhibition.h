/* From paths to exhibits: what `bareline report` and `bareline plot` have in common. */
#ifndef TOOLS_EXHIBITION_H
#define TOOLS_EXHIBITION_H

#include "tools/exhibit.h"

struct exhibition {
	struct comparison comparison;   /* all runs, by side */
	struct reasons refused, notes;  /* of the comparison, if there is one */
	struct exhibits exhibits;
};

/* Load the runs at count paths, at least one, and make the exhibits of the first of the bare
 * metal's, or of Linux when there is no other. With runs of both the exhibits hold the comparison
 * too; if the two are not of the same machine it is refused, unless force is set. On failure says
 * why and returns false; there is nothing to free then. */
bool exhibition_open(struct exhibition *exhibition, char **paths, int count, bool force);
void exhibition_close(struct exhibition *exhibition);

#endif
