#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/bench.h"

static const char form[] = "| %-22s | %-18s | %10s | %7s | %7s | %7s | "
			   "%-18s |\n";

void bench_head(const Session *s)
{
	if (s->options->json)
		return;
	printf(form, "program", "side", "median", "spread", "threads",
	       "ratio", "share of limit");
	printf("|%s|%s|%s:|%s:|%s:|%s:|%s|\n", "------------------------",
	       "--------------------", "-----------", "--------", "--------",
	       "--------", "--------------------");
}

static void print_failure(const char *label, const BenchSide *side)
{
	char first[64];

	snprintf(first, sizeof first, "%.*s",
		 (int)strcspn(side->reason, "\n"), side->reason);
	printf("| %-22s | %-18s | %s\n", label, side->name, first);
}

static void print_limit(const char *label, const BenchSide *side)
{
	bool compute = !strcmp(side->name, "fma");
	char median[32], spread[16], threads[16], rate[32];

	snprintf(median, sizeof median, "%.3f ms", side->median_ns * 1e-6);
	snprintf(spread, sizeof spread, "%.1f %%", 100 * side->spread);
	snprintf(threads, sizeof threads, "%.1f", side->threads);
	snprintf(rate, sizeof rate, "%.1f %s", side->rate * 1e-9,
		 compute ? "GFLOP/s" : "GB/s");
	printf(form, label, side->name, median, spread, threads, "", rate);
}

static void print_side(const char *label, const BenchSide *side)
{
	char median[32], spread[16], threads[16], ratio[16] = "";
	char share[32] = "";

	snprintf(median, sizeof median, "%.3f ms", side->median_ns * 1e-6);
	snprintf(spread, sizeof spread, "%.1f %%", 100 * side->spread);
	snprintf(threads, sizeof threads, "%.1f", side->threads);
	if (side->ratio > 0)
		snprintf(ratio, sizeof ratio, "%.3f", side->ratio);
	if (side->share > 0)
		snprintf(share, sizeof share, "%.0f %% of %s",
			 100 * side->share, side->share_of);
	printf(form, label, side->name, median, spread, threads, ratio, share);
}

/* A reference that simply is not there, or not for this program. */
static bool absent(const BenchSide *side)
{
	return !side->good && (!strncmp(side->reason, "it has no ", 10)
			       || !strncmp(side->reason, "not ", 4));
}

static void print_sides(const BenchResult *r)
{
	const char *label = r->label;

	for (int i = 0; i < r->side_count; i++) {
		const BenchSide *side = &r->sides[i];

		if (absent(side))
			continue;
		if (!side->good)
			print_failure(label, side);
		else if (side->limit)
			print_limit(label, side);
		else
			print_side(label, side);
		label = "";
	}
}

static void print_against(const BenchResult *r)
{
	const BenchAgainst *a = r->against;

	if (!a)
		return;
	printf("%s: against derivation %" PRId64 " of %s (%s)%s%s; ratio %.3f "
	       "to %.3f\n", r->label, a->derivation, a->path, a->choices,
	       a->same ? ", the same kernel" : "",
	       a->remade ? ", whose steps make another kernel today" : "",
	       r->sides[1].least, r->sides[1].most);
}

static void print_open(const BenchResult *r)
{
	const BenchOpen *o = r->open;

	if (o)
		printf("%s: open is derivation %" PRId64 " (%s), tuned at %s\n",
		       r->label, o->derivation, o->choices, o->tuned);
}

static void print_remarks(const BenchResult *r)
{
	for (int i = 0; i < r->side_count; i++)
		if (absent(&r->sides[i])
		    && r->sides[i].reason[0] == 'n')
			printf("%s: skipped: %s\n", r->sides[i].name,
			       r->sides[i].reason);
	printf("%s: caches %s; %d of %d rounds quiet, %d dropped%s; derivation "
	       "%" PRId64 " (%s), %d kernels stored\n", r->label,
	       r->warm ? "warm" : "cold", r->quiet, r->rounds,
	       r->busy ? 0 : r->rounds - r->quiet,
	       r->busy ? " (the machine is busy: all count)" : "",
	       r->derivation, r->choices, r->evaluations);
	print_against(r);
	print_open(r);
	putchar('\n');
}

static void put_text(const char *text)
{
	putchar('"');
	for (; *text; text++)
		if ((unsigned char)*text < ' ')
			printf("\\u%04x", (unsigned)*text);
		else if (*text == '"' || *text == '\\')
			printf("\\%c", *text);
		else
			putchar(*text);
	putchar('"');
}

static void put_field(const char *name, const char *text)
{
	printf(", \"%s\": ", name);
	put_text(text);
}

static void json_times(const BenchSide *side)
{
	printf(", \"times\": %d, \"median_ns\": %.1f, \"spread\": %.4f, "
	       "\"device_ns\": %.1f, \"threads\": %.2f", side->times,
	       side->median_ns, side->spread, side->event_ns, side->threads);
	if (side->limit)
		printf(", \"rate\": %.6g", side->rate);
	if (side->ratio > 0)
		printf(", \"ratio\": %.4f, \"ratio_low\": %.4f, "
		       "\"ratio_high\": %.4f, \"device_ratio\": %.4f, "
		       "\"least\": %.4f, \"most\": %.4f",
		       side->ratio, side->ratio_low, side->ratio_high,
		       side->event_ratio, side->least, side->most);
	if (side->share > 0) {
		printf(", \"share\": %.4f", side->share);
		put_field("share_of", side->share_of);
	}
}

static void json_against(const BenchAgainst *a)
{
	put_field("against", a->path);
	printf(", \"against_derivation\": %" PRId64 ", \"same_kernel\": %s, "
	       "\"remade\": %s", a->derivation, a->same ? "true" : "false",
	       a->remade ? "true" : "false");
}

static void json_open(const BenchOpen *o)
{
	put_field("open", o->choices);
	put_field("open_tuned", o->tuned);
	printf(", \"open_derivation\": %" PRId64 ", \"open_at_most\": %.2f",
	       o->derivation, o->most);
}

static void json_side(const BenchResult *r, const BenchSide *side)
{
	printf("{\"program\": ");
	put_text(r->label);
	put_field("sizes", r->sizes);
	put_field("fp", r->fp);
	put_field("side", side->name);
	put_field("status", side->good ? "ok" : absent(side) ? "skipped"
							     : "failed");
	put_field("caches", r->warm ? "warm" : "cold");
	printf(", \"rounds\": %d, \"quiet\": %d, \"derivation\": %" PRId64
	       ", \"kernels\": %d", r->rounds, r->quiet, r->derivation,
	       r->evaluations);
	if (r->against && side == &r->sides[1])
		json_against(r->against);
	if (r->open && side == &r->sides[1])
		json_open(r->open);
	if (side->good)
		json_times(side);
	else
		put_field("reason", side->reason);
	printf("}\n");
}

void bench_tell(const Session *s, const BenchResult *r)
{
	if (!s->options->json) {
		print_sides(r);
		print_remarks(r);
	} else {
		for (int i = 0; i < r->side_count; i++)
			json_side(r, &r->sides[i]);
	}
	fflush(stdout);
}
