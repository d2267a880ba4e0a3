/* Hardware: what the numbers of blocks are made of. Each is derived from what
 * the device says of itself (base/device.h). The few facts that OpenCL has no
 * word for are assumed here, for all devices of a type, and nowhere else; they
 * decide what is proposed, and in what order, never what is right.
 */
#ifndef SEARCH_SPACE_HARDWARE_H
#define SEARCH_SPACE_HARDWARE_H

#include "base/device.h"
#include "ir/core/type.h"

/* Lanes that fill one register, for the widest scalar in a type: from the
 * native vector width. 1 to 16. */
int64_t hardware_lanes(const Device *device, const Type *type);

/* The same for the narrowest: what is wider takes several registers. */
int64_t hardware_lanes_most(const Device *device, const Type *type);

/* Lanes that fill a line of a CPU's cache, at most 16: what is stored so need
 * not be read first. 1 elsewhere. */
int64_t hardware_lanes_line(const Device *device, const Type *type);

/* Registers of hardware_lanes that a block of code may use. Assumed: 32 with vectors of 512
 * bits, else 16 on a CPU; elsewhere those that a unit has for 512 items, 64 to
 * 255 of 32 bits, 128 where a device does not say. */
int64_t hardware_registers(const Device *device);

/* Results that are on their way at once when the arithmetic units are busy, a
 * power of two. Assumed: 8, a latency of four cycles times two units. */
int64_t hardware_flight(void);

/* Elements of a type that one round of a loop takes then. */
int64_t hardware_block(const Device *device, const Type *type);

/* Operations in one block of code that stays in the instruction cache.
 * Assumed: 256. */
int64_t hardware_code(void);

/* Scalars of a work-item's own. Assumed: 4096, a small part of any stack, on a
 * CPU; half of its registers elsewhere, where more goes to memory. */
int64_t hardware_private(const Device *device);

/* The class of the device, "cpu" or "gpu", that blocks are offered by
 * (schedules/orders.schedules). */
const char *hardware_class(const Device *device);

/* Whether a compute unit computes the items of a group one after the other. */
bool hardware_in_turn(const Device *device);

/* Bytes of a memory that a group has to itself; 0 where it is a part of the
 * others'. */
int64_t hardware_group_memory(const Device *device);

/* Scalars of a type in local memory, on a CPU with room for as many again, and
 * whether a value of a type is no more than that. */
int64_t hardware_local(const Device *device, const Type *type);
bool hardware_fits_local(const Device *device, const Type *type);

/* Floats in a line of the cache: fewer neighbouring items share one. */
int64_t hardware_line(const Device *device);

/* Whether so many elements are worth a barrier: items of a group that share a
 * line each have some of them. */
bool hardware_is_shared(const Device *device, int64_t length);

/* Scalars that a work-item is worth starting for: on a CPU they fill the
 * registers; elsewhere a few accesses. */
int64_t hardware_worthwhile(const Device *device);

/* Work-items of a group: not so many that a CPU, which pays for each at every
 * barrier, does nothing else (the root of what it allows); elsewhere so many
 * that a few groups share a compute unit. A power of two. */
int64_t hardware_group(const Device *device);

/* The least of them: a line of the cache on a CPU, what groups are multiples of
 * elsewhere. */
int64_t hardware_group_least(const Device *device);

/* What groups are whole multiples of: any on a CPU; elsewhere, where a device
 * does not say, 32 items are assumed. */
int64_t hardware_multiple(const Device *device);

/* What the lengths of groups' chunks are multiples of, small against a length:
 * a power of two, so that groups of many sizes divide it. */
int64_t hardware_unit(const Device *device, int64_t length);

/* Work-items that a compute unit holds at a time: one of the largest groups on a
 * CPU, two elsewhere. */
int64_t hardware_resident(const Device *device);

/* Work-items that are worth starting: a CPU starts groups one after the other,
 * and makes one of a few items. */
int64_t hardware_items(const Device *device);

/* Partial results that one item reduces while a kernel starts. Assumed: 1024. */
int64_t hardware_alone(void);

/* Partial results that one item reduces at last: as many on a CPU; elsewhere
 * what is less than a few rounds of a group. Assumed: 64. */
int64_t hardware_last(const Device *device);

/* Elements that one item may take one after the other while all others wait: any
 * number where items come one after the other, else hardware_last. */
int64_t hardware_waits(const Device *device);

/* Rows that are read side by side and still fetched ahead, where each fills a
 * page: whether so many scalars of a type do. Assumed: 16; 4096 bytes. */
int64_t hardware_streams(void);
bool hardware_fills_page(const Type *type, int64_t scalars);

/* Whether a part of the work is hardly felt, if it is done as fast as the rest:
 * a 32nd of it. */
bool hardware_is_small(int64_t part, int64_t whole);

#endif
