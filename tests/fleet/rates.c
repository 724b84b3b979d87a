/* SPDX-License-Identifier: MIT */
/* Print the tables of docs/reference/fleet-rates.md: error rates with 95 % Clopper-Pearson
 * intervals of the simulation. The random numbers are fixed.
 * usage: fleet-rates ROOMS */
#include <gsl/gsl_cdf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/fleet/rooms.h"

#define HALVINGS 40

/* By halves: gsl_cdf_beta_Pinv() does not converge for some counts, such as 4991 of 5000. */
static double bound(size_t count, size_t of, double part)
{
	bool is_low = part < 0.5;
	double least = 0, most = 1;

	if (count == (is_low ? 0 : of))
		return is_low ? 0 : 1;
	for (size_t i = 0; i < HALVINGS; i++) {
		double middle = (least + most) / 2;
		double below = gsl_cdf_beta_P(middle, (double)count + (is_low ? 0 : 1),
					      (double)(of - count) + (is_low ? 1 : 0));

		*(below < part ? &least : &most) = middle;
	}
	return least;
}

static void print_share(size_t count, size_t of)
{
	printf(" %.1f %% (%.1f to %.1f) |", 100 * (double)count / (double)of,
	       100 * bound(count, of, 0.025), 100 * bound(count, of, 0.975));
}

static void print_case(struct room_kind kind, const char *tail, size_t rooms)
{
	struct room_counts counts = rooms_judge(&kind, rooms);

	if (kind.odd == 0)
		printf("| %s | %s | none | |", kind.name, tail);
	else
		printf("| %s | %s | %zu | %.0f %% |", kind.name, tail, kind.odd, 100 * kind.effect);
	print_share(counts.false_rooms, counts.rooms);
	if (kind.odd > 0)
		print_share(counts.found, counts.odd);
	else
		printf(" |");
	putchar('\n');
	fflush(stdout);
}

static void print_shifts(struct room_kind kind, const char *tail, size_t rooms)
{
	struct room_counts counts = rooms_judge_shifts(&kind, rooms);

	printf("| %s | %s | %zu |", kind.name, tail, kind.boots);
	if (kind.odd_figures == 0)
		printf(" none |");
	else
		printf(" %.0f %% |", 100 * kind.effect);
	print_share(counts.false_rooms, counts.rooms);
	if (kind.odd_figures > 0)
		print_share(counts.found, counts.odd);
	else
		printf(" |");
	putchar('\n');
	fflush(stdout);
}

int main(int argc, char **argv)
{
	static const double effects[] = {0.05, 0.1, 0.2, 0.4}, shifts[] = {0.02, 0.05, 0.15};
	static const struct room_kind rooms[] = {
		{.name = "40", .sizes = {40}},
		{.name = "18 + 14 + 8", .sizes = {18, 14, 8}},
	};
	static const struct {
		const char *name;
		double tail;
	} tails[] = {{"normal", 0}, {"t, 3 degrees", 3}};
	size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;

	if (count == 0) {
		fputs("usage: fleet-rates ROOMS\n", stderr);
		return 2;
	}
	printf("| machines | noise | odd machines | effect | rooms with a false alarm | odd "
	       "machines found |\n|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < 4; i++) {
		struct room_kind kind = rooms[i % 2];

		kind.figures = 50;
		kind.boots = 3;
		kind.level = 0.05;
		kind.tail = tails[i / 2].tail;
		kind.odd_figures = 5;
		print_case(kind, tails[i / 2].name, count);
		for (kind.odd = 1; kind.odd <= 3; kind.odd += 2) {
			for (size_t j = 0; j < sizeof(effects) / sizeof(effects[0]); j++) {
				kind.effect = effects[j];
				print_case(kind, tails[i / 2].name, count);
			}
		}
	}
	printf("\n| machines | noise | runs a side | all of the first model change by | rooms with "
	       "a false alarm | changed figures found |\n|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < 8; i++) {
		struct room_kind kind = rooms[i % 2];

		kind.figures = 50;
		kind.boots = i % 4 < 2 ? 1 : 5;
		kind.level = 0.025;
		kind.tail = tails[i / 4].tail;
		print_shifts(kind, tails[i / 4].name, count);
		kind.odd_figures = 5;
		for (size_t j = 0; j < sizeof(shifts) / sizeof(shifts[0]); j++) {
			kind.effect = shifts[j];
			print_shifts(kind, tails[i / 4].name, count);
		}
	}
	return 0;
}
