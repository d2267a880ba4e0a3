/* What kernels call, for compilers that have no library of a GPU's functions:
 * included before a kernel's source. */
#ifdef __NVPTX__
#define LT_OF_ITEM(d, of) ((d) == 0 ? __nvvm_read_ptx_sreg_##of##_x() \
	: (d) == 1 ? __nvvm_read_ptx_sreg_##of##_y() \
	: __nvvm_read_ptx_sreg_##of##_z())
#define get_local_id(d) ((size_t)LT_OF_ITEM(d, tid))
#define get_group_id(d) ((size_t)LT_OF_ITEM(d, ctaid))
#define get_local_size(d) ((size_t)LT_OF_ITEM(d, ntid))
#define barrier(flags) __syncthreads()
#else
#define LT_OF_ITEM(d, of) ((d) == 0 ? __builtin_amdgcn_##of##_x() \
	: (d) == 1 ? __builtin_amdgcn_##of##_y() \
	: __builtin_amdgcn_##of##_z())
#define get_local_id(d) ((size_t)LT_OF_ITEM(d, workitem_id))
#define get_group_id(d) ((size_t)LT_OF_ITEM(d, workgroup_id))
#define get_local_size(d) ((size_t)LT_OF_ITEM(d, workgroup_size))
#define barrier(flags) (__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"), \
	__builtin_amdgcn_s_barrier(), \
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup"))
#endif
#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))

#define LT_WITH __attribute__((overloadable, always_inline)) static inline
#define LT_LANES(type) \
	LT_WITH type lt_fma(type x, type y, type z) \
	{ \
		return (type)(lt_fma(x.lo, y.lo, z.lo), lt_fma(x.hi, y.hi, z.hi)); \
	} \
	LT_WITH type lt_fabs(type x) \
	{ \
		return (type)(lt_fabs(x.lo), lt_fabs(x.hi)); \
	}
LT_WITH float lt_fma(float x, float y, float z)
{
	return __builtin_fmaf(x, y, z);
}
LT_WITH float lt_fabs(float x)
{
	return __builtin_fabsf(x);
}
LT_LANES(float2)
LT_LANES(float4)
LT_LANES(float8)
LT_LANES(float16)
#define fma lt_fma
#define fabs lt_fabs
