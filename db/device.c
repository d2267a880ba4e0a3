#include <stdio.h>
#include <string.h>

#include "db/content.h"

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
	int column = 6;

	for (int i = 0; i < DEVICE_FACTS; i++)
		*device_fact(d, i) = sqlite3_column_int64(row, column++);
	for (int i = 0; i < DEVICE_FLAGS; i++)
		*device_flag(d, i) = sqlite3_column_int(row, column++);
}

static void read_device(sqlite3_stmt *row, Device *device)
{
	*device = (Device){ .index = -1 };
	copy_text(row, 0, device->platform);
	copy_text(row, 1, device->name);
	copy_text(row, 2, device->vendor);
	copy_text(row, 3, device->driver);
	copy_text(row, 4, device->version);
	device->type = type_named(sqlite3_column_text(row, 5));
	read_limits(row, device);
}

bool db_device(Db *db, uint64_t key, Device *device, Diags *diags)
{
	const Place place = { .file = db->path };
	sqlite3_stmt *row;
	Text why = { 0 };

	sql_start_waiting(db);
	row = sql_start(db, SQL_READ_DEVICE, SQL_VALUES(sql_hash(key)));
	if (!row || !sql_next(db, row)) {
		if (db->status == DB_OK)
			sql_fail(db, DB_DAMAGED, "a device is missing");
		db_complain(db, diags);
		return false;
	}
	read_device(row, device);
	sql_stop(row);
	if (device_check(device, &why))
		return true;
	diag_add(diags, E0504, &place, text_string(&why), NULL,
		 "what %s said of itself cannot be", device->name);
	text_free(&why);
	return false;
}

bool content_devices(Db *db, Text *why)
{
	const SqlValue all = sql_text(NULL);
	sqlite3_stmt *row = sql_start(db, SQL_READ_DEVICE, &all, 1);
	Device device;

	while (sql_next(db, row)) {
		read_device(row, &device);
		text_printf(why, "device %s: ", device.name);
		if (device_check(&device, why)) {
			text_clear(why);
			continue;
		}
		sql_stop(row);
		return false;
	}
	return true;
}
