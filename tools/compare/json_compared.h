/* What the JSON of any comparison holds: its runs, reasons and figures. */
#ifndef TOOLS_COMPARE_JSON_COMPARED_H
#define TOOLS_COMPARE_JSON_COMPARED_H

#include <jansson.h>

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"

json_t *json_from_reasons(const struct reasons *reasons);
json_t *json_from_runs(const struct comparison *comparison, enum side side);
json_t *json_from_figure(const struct side_figure *figure);

#endif
