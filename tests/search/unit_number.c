/* Lists of numbers: on every device and for every size they hold something,
 * nothing twice and nothing that does not fit, and they follow the device. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/space/hardware.h"
#include "search/space/number.h"
#include "tests/search/search_device.h"

static const int64_t sizes[] = { 1, 2, 3, 7, 16, 63, 64, 100, 1021, 4096,
				 100003, 16777216, INT64_C(1) << 40 };

enum { SIZES = sizeof sizes / sizeof *sizes, DEVICES = 8 };

static Device device_at(int i)
{
	Device device = i % 2 ? device_of_two_cores()
			      : device_drawn((uint64_t)i);

	device.compute_units = 1 + i * i * i;
	if (i % 4 > 1)
		device.line_bytes = i % 4 == 2 ? 0 : 128;
	return device;
}

static void check(const Numbers *list, int64_t most)
{
	assert_true(list->count >= 1);
	for (int i = 0; i < list->count; i++) {
		assert_in_range(list->items[i].value, 1, most);
		for (int k = 0; k < i; k++)
			assert_int_not_equal(list->items[i].value,
					     list->items[k].value);
	}
}

typedef void List(Numbers *list, const Device *device, int64_t n);

static void items(Numbers *list, const Device *device, int64_t n)
{
	numbers_items(list, device, n, 1);
}

static void long_items(Numbers *list, const Device *device, int64_t n)
{
	numbers_items(list, device, n, 1 << 20);
}

static void groups(Numbers *list, const Device *device, int64_t n)
{
	numbers_groups(list, device, n, 4);
}

static void unrolled(Numbers *list, const Device *device, int64_t n)
{
	(void)device;
	numbers_unroll(list, n);
}

static void several(Numbers *list, const Device *device, int64_t n)
{
	(void)device;
	numbers_several(list, 1, n, 1, "row");
}

static void copies(Numbers *list, const Device *device, int64_t n)
{
	(void)device;
	numbers_copies(list, n, "row");
}

static void vectors(Numbers *list, const Device *device, int64_t n)
{
	(void)device;
	numbers_tile_vectors(list, n);
}

static void test_lists_hold_what_fits(void **state)
{
	static List *const lists[] = { items, long_items, groups, unrolled,
				       several, copies, vectors };
	const int count = sizeof lists / sizeof *lists;

	(void)state;
	for (int d = 0; d < DEVICES; d++)
		for (int s = 0; s < SIZES; s++)
			for (int i = 0; i < count; i++) {
				Device device = device_at(d);
				Numbers list = { 0 };

				lists[i](&list, &device, sizes[s]);
				check(&list, sizes[s]);
			}
}

static void test_groups_are_allowed(void **state)
{
	(void)state;
	for (int d = 0; d < DEVICES; d++)
		for (int s = 0; s < SIZES; s++) {
			Device device = device_at(d);
			Numbers list = { 0 }, few = { 0 };
			int64_t limit = device.max_item_sizes[0];

			numbers_group_size(&list, &device, sizes[s]);
			check(&list, sizes[s] < limit ? sizes[s] : limit);
			numbers_group_few(&few, &device, sizes[s]);
			assert_true(few.count <= list.count);
		}
}

static void test_rows_follow_registers(void **state)
{
	(void)state;
	for (int d = 0; d < DEVICES; d++) {
		Device device = device_at(d);
		int64_t registers = hardware_registers(&device);
		Numbers list = { 0 };

		numbers_tile_rows(&list, &device, 1000);
		check(&list, registers / 2);
		assert_int_equal(list.items[0].value, registers / 4);
	}
}

/* Of a unit's registers for 512 items, 64 to 255 each; half of these are of an
 * item's own. */
static void test_items_of_others_share_registers(void **state)
{
	static const int64_t cases[][2] = {
		{ 0, 32 }, { 8192, 16 }, { 65536, 32 }, { 1 << 20, 63 },
	};
	Device device = device_generic();

	(void)state;
	device.type = DEVICE_GPU;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		device.registers = cases[i][0];
		assert_int_equal(hardware_registers(&device), cases[i][1]);
		assert_true(hardware_private(&device) <= 128);
	}
}

/* Twice the compute units take twice the items. */
static void test_items_follow_units(void **state)
{
	Device one = device_of_two_cores(), two = one;
	Numbers few = { 0 }, many = { 0 };

	(void)state;
	two.compute_units *= 2;
	numbers_items(&few, &one, 1 << 20, 1);
	numbers_items(&many, &two, 1 << 21, 1);
	assert_int_equal(few.count, many.count);
	for (int i = 0; i < few.count; i++)
		assert_int_equal(2 * few.items[i].value, many.items[i].value);
}

/* A number of 8 bytes beside one of 4: as many lanes as one of either fills. */
static void test_widths_follow_all_scalars(void **state)
{
	const Device device = device_of_two_cores();
	Ir *ir = ir_new();
	const Type *parts[] = { type_scalar(ir, SCALAR_F32),
				type_scalar(ir, SCALAR_I64) };
	static const int64_t mixed[] = { 8, 16, 4, 2, 1 };
	static const int64_t same[] = { 16, 8, 4, 1 };
	Numbers list = { 0 };

	(void)state;
	numbers_width(&list, &device, type_tuple(ir, 2, parts), 1000);
	assert_int_equal(list.count, 5);
	for (int i = 0; i < list.count; i++)
		assert_int_equal(list.items[i].value, mixed[i]);
	list.count = 0;
	numbers_width(&list, &device, parts[0], 1000);
	assert_int_equal(list.count, 4);
	for (int i = 0; i < list.count; i++)
		assert_int_equal(list.items[i].value, same[i]);
	list.count = 0;
	numbers_width(&list, &device, type_tuple(ir, 2, parts), 15);
	check(&list, 15);
	ir_free(ir);
}

/* What is stored may fill a line where a register is less; elsewhere, and of
 * what is not stored, nothing changes. */
static void test_stored_vectors_fill_lines(void **state)
{
	Device device = device_of_two_cores();
	Ir *ir = ir_new();
	const Type *type = type_scalar(ir, SCALAR_F32);

	(void)state;
	for (int native = 4; native <= 16; native *= 2)
		for (int cpu = 0; cpu < 2; cpu++) {
			Numbers read = { 0 }, stored = { 0 };
			bool fills;

			device.type = cpu ? DEVICE_CPU : DEVICE_GPU;
			device.native_float_width = native;
			fills = !cpu || native == 16;
			numbers_width(&read, &device, type, 1000);
			numbers_width_stored(&stored, &device, type, 1000);
			assert_int_equal(stored.count, read.count + !fills);
			assert_int_equal(stored.items[0].value,
					 read.items[0].value);
			if (!fills)
				assert_int_equal(stored.items[1].value, 16);
		}
	ir_free(ir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lists_hold_what_fits),
		cmocka_unit_test(test_widths_follow_all_scalars),
		cmocka_unit_test(test_stored_vectors_fill_lines),
		cmocka_unit_test(test_groups_are_allowed),
		cmocka_unit_test(test_rows_follow_registers),
		cmocka_unit_test(test_items_of_others_share_registers),
		cmocka_unit_test(test_items_follow_units),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
