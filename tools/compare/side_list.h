/* SPDX-License-Identifier: MIT */
/* Several named sides, whose metrics are matched by name once: bare metal and kernels, or layers of
 * virtualisation. A side may be compared with another one. */
#ifndef TOOLS_COMPARE_SIDE_LIST_H
#define TOOLS_COMPARE_SIDE_LIST_H

#include "tools/compare/compare.h"

#define SIDE_LIST_MAX 9

/* How a table shows the comparison of a side with its base. */
enum side_contrast {
	CONTRAST_ADDS,          /* the difference, with its interval */
	CONTRAST_CHANGE,        /* the difference, if each side has one value in all samples */
	CONTRAST_RATIO,
};

struct listed_side {
	char *name;                     /* in data: "linux_in_kvm" */
	char *title;                    /* in headings: "Linux in KVM" */
	size_t base;                    /* index of an earlier side; its own: none */
	enum side_contrast contrast;
	const char *adds;               /* of CONTRAST_ADDS, in headings: "KVM adds" */
	struct compared_runs runs;
	struct comparison pair;         /* by side_list_make: side_list_pair of base and side */
};

/* A metric on each side. */
struct side_row {
	const struct compared_metric *metrics[SIDE_LIST_MAX];   /* in the side's pair; NULL: neither
								 * side of the pair has the
								 * metric */
	struct side_metric missing[SIDE_LIST_MAX];      /* why_missing and is_lost, if the side
							 * lacks the metric */
};

struct side_list {
	struct listed_side items[SIDE_LIST_MAX];
	size_t count;
	/* Set by side_list_make(): */
	struct comparison names;        /* one metric per row; as BASE, that of the first side that
					 * has it */
	struct side_row *rows;
};

/* The comparison of two sides as an overhead. If both are the same side, the boots of that side.
 * The list owns the runs. */
struct comparison side_list_pair(const struct side_list *list, size_t base, size_t side);

/* Compute the rows of the selected benchmarks (NULL: all). Each side must have a run. */
void side_list_make(struct side_list *list, const struct patterns *benches);

/* Free the sides with their runs, names and titles. */
void side_list_free(struct side_list *list);

/* A row's metric on a side; NULL if the side lacks it, or has it in another unit. */
const struct side_metric *side_list_metric(const struct side_list *list, size_t row, size_t side);

/* A row's metric on a side, compared with the base of that side. NULL if the side has no base, or
 * if the side or its base lacks the metric. */
const struct compared_metric *side_list_contrast(const struct side_list *list, size_t row,
						 size_t side);

/* Whether ticks are instructions on each side. */
bool side_list_is_exact(const struct side_list *list);

/* Number of a side's metrics whose samples differ between its runs. */
size_t side_list_count_differing(const struct side_list *list, size_t side);

#endif
