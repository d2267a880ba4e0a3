#include <stdio.h>
#include <string.h>

#include "db/sql.h"

static void copy_text(sqlite3_stmt *row, int column, char out[DEVICE_TEXT])
{
	const unsigned char *text = sqlite3_column_text(row, column);

	snprintf(out, DEVICE_TEXT, "%s", text ? (const char *)text : "");
	sql_make_plain(out);
}

static DeviceType type_named(const unsigned char *name)
{
	for (int type = DEVICE_CPU; type < DEVICE_OTHER; type++)
		if (name && !strcmp((const char *)name,
				    device_type_name((DeviceType)type)))
			return (DeviceType)type;
	return DEVICE_OTHER;
}

static void read_limits(sqlite3_stmt *row, Device *d)
{
	int64_t *const limits[] = {
		&d->compute_units, &d->max_group_size, &d->max_item_sizes[0],
		&d->max_item_sizes[1], &d->max_item_sizes[2],
		&d->global_bytes, &d->max_alloc_bytes, &d->local_bytes,
		&d->base_align_bytes, &d->native_float_width,
		&d->native_double_width, &d->timer_resolution_ns,
		&d->line_bytes,
	};
	int column = 6;

	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		*limits[i] = sqlite3_column_int64(row, column++);
	d->local_is_dedicated = sqlite3_column_int(row, column++);
	d->has_f64 = sqlite3_column_int(row, column++);
	d->has_f16 = sqlite3_column_int(row, column++);
	d->has_correct_divide_sqrt = sqlite3_column_int(row, column++);
	d->has_f32_denormals = sqlite3_column_int(row, column);
}

bool db_device(Db *db, uint64_t key, Device *device)
{
	sqlite3_stmt *row;

	*device = (Device){ .index = -1 };
	sql_start_waiting(db);
	row = sql_start(db, SQL_READ_DEVICE, SQL_VALUES(sql_hash(key)));
	if (!row || !sql_next(db, row))
		return false;
	copy_text(row, 0, device->platform);
	copy_text(row, 1, device->name);
	copy_text(row, 2, device->vendor);
	copy_text(row, 3, device->driver);
	copy_text(row, 4, device->version);
	device->type = type_named(sqlite3_column_text(row, 5));
	read_limits(row, device);
	sql_stop(row);
	return true;
}
