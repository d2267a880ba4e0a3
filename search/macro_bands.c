/* Columns reduced in bands of rows, each band in an item of its own, and then
 * the partial results (rule column_bands). What else reads the rows is computed
 * by the same items, so that the matrix is read once: another map of the rows
 * (A x beside A'r; rule map_pair), or what the columns are combined with, when
 * it is made of them row by row (A'(A x)). */
#include "search/macro.h"
#include "search/nest/bands.h"
#include "search/nest/facts.h"
#include "search/plain.h"
#include "search/space/hardware.h"

/* The rows in bands of k, and perhaps a rest. */
typedef struct Cut {
	Amount k, whole;
	bool rest;
} Cut;

/* -- what a band computes -------------------------------------------------- */

/* The map of bands at a place, over split (map F (zip xs b)) at `array`, takes
 * bands of both. */
static void split_both(Work *work, const Path *at, const Path *array,
		       const Cut *cut)
{
	const Path pairs = path_by(array, "1"), taken = path_by(array, "0");
	const Path both = path_by(array, "0.1"), around = path_by(at, "1");

	if (cut->rest) {
		work_rule(work, &taken, "take_map");
		work_rule(work, &both, "take_zip");
	}
	work_rule(work, array, "split_map");
	work_rule(work, &pairs, "split_zip");
	work_rule(work, array, "map_map");
	if (array->depth > around.depth)
		work_rule(work, &around, "zip_map_right");
	work_rule(work, at, "map_map");
}

/* The band's elements of the other array are made of its rows, by the map that
 * is part of them. */
static void feed(Work *work, const Path *at)
{
	const Path both = path_by(at, "1"), fed = path_by(at, "1.1");
	const Path whole = path_by(at, "1.1.0");

	work_try(work, &whole, "take_map");
	work_rule(work, &fed, "split_map");
	work_rule(work, &both, "zip_map_right");
	work_rule(work, at, "map_map");
}

/* What a band computes of its columns, at `body`, in the form that the program
 * had for all rows; what feeds it is computed before. */
static void by_columns(Work *work, const Path *body, bool fed)
{
	const Path columns = path_by(body, "1");
	const Path use = path_by(&columns, "0.0.1.1");

	work_rule_back(work, &columns, "columns_by_rows");
	if (fed)
		work_rule_within(work, body, "share", &use);
}

/* -- what is left over ----------------------------------------------------- */

/* An array that both parts read and that is kept in memory has a name. */
static void name_kept(Work *work, Path *at)
{
	const Path use = path_by(at, "1.1.1.0.0.1.1");
	const Expr *b = work_node(work, &use);

	if (!b || b->kind != EXPR_PRIM)
		return;
	work_rule_within(work, at, "share", &use);
	*at = path_by(at, "1");
}

/* Columns of the rows after the last band. */
static void shorten(Work *work, const Path *at)
{
	const Path rest = path_by(at, "1.1"), columns = path_by(&rest, "1");
	const Path matrix = path_by(&rest, "1.0"), both = path_by(&matrix, "1");

	work_rule(work, &matrix, "drop_map");
	work_rule(work, &both, "drop_zip");
	work_rule_back(work, &columns, "columns_by_rows");
	work_rule(work, &rest, "map_map");
}

/* The elements that these columns are combined with, computed to memory; the
 * map at *at goes on below their name. */
static void feed_rest(Work *work, Path *at)
{
	const Path use = path_by(at, "1.1.0.0.0.2.1.1");

	work_try(work, &use, "drop_map");
	work_rule_within(work, at, "share", &use);
	*at = path_by(at, "0");
	work_rule(work, at, "store_global");
	at->kids[at->depth - 1] = 1;
}

/* -- the other map --------------------------------------------------------- */

/* The map of rows in bands, too, and both as one map of pairs, whose place is
 * given; what is left over of the rows is a map of its own. */
static Path pair(Work *work, Path rows, const Path *band, const Cut *cut)
{
	const Path around = path_common(&rows, band);

	if (cut->rest) {
		work_rule_with(work, &rows, "map_cut", "n1", cut->whole);
		rows = path_by(&rows, "0");
	}
	work_rule_with(work, &rows, "split_join", "I", cut->k);
	rows = path_by(&rows, "0");
	work_rule_within(work, &around, "map_pair", &rows);
	return path_by(&around, "0.0");
}

/* -- the macro ------------------------------------------------------------- */

static bool find(const Task *task, const Site *site, Bands *bands)
{
	return site->kind == SITE_NAMED
		? bands_of_let(task, site->root, &site->path, bands)
		: bands_of_map(task, site->root, &site->path, bands);
}

static bool bands_fit(const Task *task, const Derivation *from,
		      const Site *site)
{
	Bands bands;

	(void)from;
	return find(task, site, &bands)
	    && bands_length(site->root, &bands) >= 4;
}

/* Rows that stay near until all that read them have. */
static void add_near(const Task *task, const Site *site, const Bands *bands,
		     Numbers *list)
{
	const Expr *rows;
	const Type *row;
	int64_t each, most;

	if (bands->kind == BANDS_ALONE)
		return;
	rows = locate_node(site->root, &bands->rows);
	row = rows->kids[1]->type->element;
	if (!type_scalars(row, &each) || each < 1)
		return;
	most = hardware_local(&task->device, row) / each;
	if (most >= 2 && most <= bands_length(site->root, bands) / 2)
		numbers_add(list, most, "near");
}

/* Rows of a band: so that they stay near or are fetched ahead, and that there is
 * a good number of bands. */
static void list_rows(const Task *task, const Site *site, const Number *given,
		      Numbers *list)
{
	Numbers items = { 0 };
	int64_t each = 1, length;
	const Type *result;
	Bands bands;

	(void)given;
	if (!find(task, site, &bands))
		return;
	result = locate_node(site->root, &bands.columns)->type;
	type_scalars(result, &each);
	length = bands_length(site->root, &bands);
	add_near(task, site, &bands, list);
	if (bands.kind == BANDS_ALONE && length >= 2 * hardware_streams()
	    && hardware_fills_page(result, each))
		numbers_add(list, hardware_streams(), "streams");
	numbers_items(&items, &task->device, length / 2, each);
	for (int i = 0; i < items.count; i++)
		numbers_add(list, length / items.items[i].value,
			    "items %s", items.items[i].origin);
}

static Path band_of(const Path *at, const Cut *cut)
{
	return path_by(at, cut->rest ? "1.0.1.0" : "1.0");
}

/* The plain columns at a place, in bands. */
static void divide(Work *work, const Path *at, const Cut *cut)
{
	const Path first = path_by(at, "1.0");

	if (cut->rest)
		work_rule_with(work, at, "column_cut", "n1", cut->whole);
	work_rule_with(work, cut->rest ? &first : at, "column_bands", "k",
		       cut->k);
}

/* What is left over, of columns with the elements of one more array. */
static void leave(Work *work, Path *at, bool fed)
{
	if (!fed)
		name_kept(work, at);
	shorten(work, at);
	if (fed)
		feed_rest(work, at);
}

/* The same for the map of bands, or of pairs. */
static void combine(Work *work, const Path *band, const Cut *cut,
		    BandsKind kind)
{
	const bool beside = kind == BANDS_BESIDE;
	const Path array = path_by(band, beside ? "1.1" : "1");
	const Path body = path_by(band, beside ? "0.0.1" : "0.0");

	split_both(work, band, &array, cut);
	if (kind == BANDS_FED)
		feed(work, band);
	by_columns(work, &body, kind == BANDS_FED);
}

/* What is left over becomes one more row of partial results; gives the place of
 * them all. */
static Path append(Work *work, const Path *at)
{
	work_rule(work, at, "column_append");
	return path_by(at, "1.0");
}

static void bands(Work *work, const Bands *bands, const Cut *cut)
{
	const Path root = path_root();
	const bool fed = bands->kind == BANDS_FED;
	Path at = bands->columns, rows = bands->rows, let, band;
	bool combined = plain_columns(work, &at, &let);

	if (at.depth < bands->columns.depth && path_starts(&rows, &let))
		rows = plain_without(rows, &let);
	divide(work, &at, cut);
	if (combined && cut->rest)
		leave(work, &at, fed);
	band = band_of(&at, cut);
	if (bands->kind == BANDS_BESIDE)
		band = pair(work, rows, &band, cut);
	if (combined)
		combine(work, &band, cut, bands->kind);
	else if (fed)
		work_fail(work);
	work_tidy(work, &band);
	if (cut->rest && bands->kind != BANDS_BESIDE)
		band = append(work, &at);
	work_rule(work, &band, "store_global");
	work_tidy(work, &root);
}

static void apply_bands(Work *work, const Site *site, const Number *given)
{
	Arena *arena = work->task->arena;
	Bands found;
	Amount n;
	Cut cut;

	if (!find(work->task, site, &found)) {
		work_fail(work);
		return;
	}
	n = amount_length(arena, work->task->program,
			  bands_length(site->root, &found));
	cut.k = amount_number(given->value);
	cut.whole = amount_multiple(arena, n, given->value);
	cut.rest = cut.whole.value < n.value;
	bands(work, &found, &cut);
}

const Macro macro_bands = {
	.name = "bands",
	.about = "columns in bands of rows, each band read once for all that "
		 "reads it",
	.fits = bands_fit,
	.count = 1,
	.numbers = { { "rows", list_rows } },
	.apply = apply_bands,
};
