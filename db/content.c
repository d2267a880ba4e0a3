#include "db/content.h"

#include <inttypes.h>
#include <string.h>

#include "base/hash.h"
#include "db/sizes.h"

/* The id of the row that find finds; else 0. */
static DbStatus find(Db *db, SqlName name, const SqlValue *values, int count,
		     int64_t *id)
{
	return sql_number(db, name, values, count, 0, id);
}

static DbStatus add(Db *db, SqlName name, const SqlValue *values, int count,
		    int64_t *id)
{
	DbStatus status = sql_run(db, name, values, count);

	*id = sqlite3_last_insert_rowid(db->sqlite);
	return status;
}

DbStatus content_program(Db *db, const DbRun *run, int64_t *id)
{
	DbStatus status = find(db, SQL_FIND_PROGRAM,
			       SQL_VALUES(sql_hash(run->program)), id);

	if (status != DB_OK || *id)
		return status;
	return add(db, SQL_ADD_PROGRAM,
		   SQL_VALUES(sql_hash(run->program), sql_text(run->name),
			      sql_text(run->form)), id);
}

static void put_limits(Text *text, const Device *d)
{
	text_printf(text, "{\"compute_units\": %" PRId64
		", \"max_group_size\": %" PRId64
		", \"max_item_sizes\": [%" PRId64 ", %" PRId64 ", %" PRId64 "]"
		", \"global_bytes\": %" PRId64
		", \"max_alloc_bytes\": %" PRId64
		", \"local_bytes\": %" PRId64
		", \"local_is_dedicated\": %s"
		", \"base_align_bytes\": %" PRId64
		", \"native_float_width\": %" PRId64
		", \"native_double_width\": %" PRId64
		", \"timer_resolution_ns\": %" PRId64
		", \"line_bytes\": %" PRId64
		", \"group_multiple\": %" PRId64
		", \"cache_bytes\": %" PRId64
		", \"clock_mhz\": %" PRId64
		", \"registers\": %" PRId64
		", \"has_f64\": %s, \"has_f16\": %s"
		", \"has_correct_divide_sqrt\": %s"
		", \"has_f32_denormals\": %s"
		", \"memory_is_unified\": %s}",
		d->compute_units, d->max_group_size, d->max_item_sizes[0],
		d->max_item_sizes[1], d->max_item_sizes[2], d->global_bytes,
		d->max_alloc_bytes, d->local_bytes,
		d->local_is_dedicated ? "true" : "false", d->base_align_bytes,
		d->native_float_width, d->native_double_width,
		d->timer_resolution_ns, d->line_bytes,
		d->group_multiple, d->cache_bytes, d->clock_mhz, d->registers,
		d->has_f64 ? "true" : "false",
		d->has_f16 ? "true" : "false",
		d->has_correct_divide_sqrt ? "true" : "false",
		d->has_f32_denormals ? "true" : "false",
		d->memory_is_unified ? "true" : "false");
}

DbStatus content_device(Db *db, const Device *device, int64_t *id)
{
	SqlValue key = sql_hash(device_key(device));
	DbStatus status = find(db, SQL_FIND_DEVICE, SQL_VALUES(key), id);
	Text limits = { 0 };

	if (status != DB_OK || *id)
		return status;
	put_limits(&limits, device);
	status = add(db, SQL_ADD_DEVICE,
		SQL_VALUES(key, sql_text(device->platform),
			   sql_text(device->name), sql_text(device->vendor),
			   sql_text(device->driver), sql_text(device->version),
			   sql_text(device_type_name(device->type)),
			   sql_text(text_string(&limits))), id);
	text_free(&limits);
	return status;
}

static DbStatus add_problem(Db *db, int64_t program, const char *text,
			    const DbSize *sizes, int count, int64_t *id)
{
	DbStatus status = add(db, SQL_ADD_PROBLEM,
		SQL_VALUES(sql_int(program), sql_text(text)), id);

	for (int i = 0; i < count && status == DB_OK; i++)
		status = sql_run(db, SQL_ADD_SIZE,
				 SQL_VALUES(sql_int(*id),
					    sql_text(sizes[i].name),
					    sql_int(sizes[i].value)));
	return status;
}

DbStatus content_problem(Db *db, int64_t program, const DbSize *sizes,
			 int count, int64_t *id)
{
	Arena *arena = arena_new();
	const char *text = sizes_text(arena, sizes, count);
	DbStatus status = find(db, SQL_FIND_PROBLEM,
		SQL_VALUES(sql_int(program), sql_text(text)), id);

	if (status == DB_OK && !*id)
		status = add_problem(db, program, text, sizes, count, id);
	arena_free(arena);
	return status;
}

uint64_t content_derivation_key(uint64_t program, const DbDerivation *d)
{
	uint64_t h = hash_combine(HASH_SEED, program);

	h = hash_combine(h, hash_string(d->steps));
	h = hash_combine(h, hash_string(d->expression));
	h = hash_combine(h, hash_string(d->choices ? d->choices : ""));
	h = hash_combine(h, d->rules);
	return hash_combine(h, hash_string(d->label));
}

DbStatus content_derivation(Db *db, const DbDerivation *derivation,
			    int64_t *id)
{
	SqlValue key = sql_hash(content_derivation_key(db->now.program_key,
						       derivation));
	DbStatus status = find(db, SQL_FIND_DERIVATION, SQL_VALUES(key), id);

	if (status != DB_OK)
		return status;
	if (*id)
		return sql_run(db, SQL_CONFIRM, SQL_VALUES(sql_int(*id)));
	return add(db, SQL_ADD_DERIVATION,
		SQL_VALUES(key, sql_int(db->now.program),
			   sql_text(derivation->steps),
			   sql_text(derivation->expression),
			   sql_text(derivation->choices ? derivation->choices
							: ""),
			   sql_hash(derivation->rules),
			   sql_text(derivation->label)), id);
}

DbStatus content_kernel(Db *db, const DbKernel *kernel, int64_t *id)
{
	SqlValue key = sql_hash(kernel->hash);
	DbStatus status = find(db, SQL_FIND_KERNEL, SQL_VALUES(key), id);

	if (status != DB_OK || *id)
		return status;
	return add(db, SQL_ADD_KERNEL,
		SQL_VALUES(key, sql_text(kernel->source),
			   sql_hash(hash_string(kernel->source)),
			   sql_text(kernel->options), sql_text(kernel->plan),
			   sql_int(kernel->lines)), id);
}
