/* What glibc 2.35 brought, by what 2.34 has: the linker puts these in place of
 * the functions that they are named after (--wrap), so that the bundle starts
 * with glibc 2.34.
 */
struct dl_find_object;

double __wrap_hypot(double x, double y);
int __wrap__dl_find_object(void *address, struct dl_find_object *found);

__asm__(".symver bundle_hypot, hypot@GLIBC_2.2.5");
double bundle_hypot(double x, double y);

double __wrap_hypot(double x, double y)
{
	return bundle_hypot(x, y);
}

/* Only asked when a C++ exception is thrown; nothing of ours throws one. */
int __wrap__dl_find_object(void *address, struct dl_find_object *found)
{
	(void)address;
	(void)found;
	return -1;
}
