/* The sources of the kernels by hand. SOURCE makes text of OpenCL C, in which
 * macros of C are expanded.
 */
#ifndef REFERENCES_OPENCL_KERNELS_H
#define REFERENCES_OPENCL_KERNELS_H

#define SOURCE(...) TEXT_OF(__VA_ARGS__)
#define TEXT_OF(...) #__VA_ARGS__

#define FOUR(what, ...) what(0, __VA_ARGS__) what(1, __VA_ARGS__)            \
	what(2, __VA_ARGS__) what(3, __VA_ARGS__)
#define EIGHT(what, ...) FOUR(what, __VA_ARGS__) what(4, __VA_ARGS__)        \
	what(5, __VA_ARGS__) what(6, __VA_ARGS__) what(7, __VA_ARGS__)

#define FOUR_ALONE(what) what(0) what(1) what(2) what(3)

#define LANES_SUM                                                            \
	float lanes(float16 v)                                               \
	{                                                                    \
		union { float16 v; float f[16]; } u;                         \
		float s = 0;                                                 \
		u.v = v;                                                     \
		for (int i = 0; i < 16; i++)                                 \
			s += u.f[i];                                         \
		return s;                                                    \
	}

#define SUM_OF_PARTS                                                         \
	kernel void sum(global const float *restrict part,                   \
			global float *restrict out, int count)               \
	{                                                                    \
		float s = 0;                                                 \
		for (int i = 0; i < count; i++)                              \
			s += part[i];                                        \
		out[0] = s;                                                  \
	}

static const char scal_source[] = SOURCE(
	kernel void scal(global float16 *x, float alpha, int count)
	{
		global float16 *p = x + get_global_id(0) * count;
		for (int i = 0; i < count; i += 4) {
			float16 a = p[i]; float16 b = p[i + 1];
			float16 c = p[i + 2]; float16 d = p[i + 3];
			p[i] = a * alpha; p[i + 1] = b * alpha;
			p[i + 2] = c * alpha; p[i + 3] = d * alpha;
		}
	});

#define ZERO(k, name) float16 name##k = 0;
#define ADD_ABS(k, x) acc##k += fabs(x[i + k]);
#define ADD_PRODUCT(k, x, y) acc##k = fma(x[i + k], y[i + k], acc##k);

static const char asum_source[] = SOURCE(
	LANES_SUM
	kernel void parts(global const float16 *restrict x,
			  global float *restrict part, int count)
	{
		global const float16 *p = x + get_global_id(0) * count;
		EIGHT(ZERO, acc)
		for (int i = 0; i < count; i += 8) {
			EIGHT(ADD_ABS, p)
		}
		part[get_global_id(0)] = lanes(acc0 + acc1 + acc2 + acc3
					       + acc4 + acc5 + acc6 + acc7);
	}
	SUM_OF_PARTS);

static const char dot_source[] = SOURCE(
	LANES_SUM
	kernel void parts(global const float16 *restrict x,
			  global const float16 *restrict y,
			  global float *restrict part, int count)
	{
		global const float16 *p = x + get_global_id(0) * count;
		global const float16 *q = y + get_global_id(0) * count;
		FOUR(ZERO, acc)
		for (int i = 0; i < count; i += 4) {
			FOUR(ADD_PRODUCT, p, q)
		}
		part[get_global_id(0)] = lanes(acc0 + acc1 + acc2 + acc3);
	}
	SUM_OF_PARTS);

#define ROW_OF(k, a)                                                         \
	global const float16 *row##k = a + (4 * g + k) * count;              \
	float16 acc##k##_0 = 0; float16 acc##k##_1 = 0;                      \
	float16 acc##k##_2 = 0; float16 acc##k##_3 = 0;
#define ADD_ROW(k, i)                                                        \
	acc##k##_0 = fma(row##k[i], x0, acc##k##_0);                         \
	acc##k##_1 = fma(row##k[i + 1], x1, acc##k##_1);                     \
	acc##k##_2 = fma(row##k[i + 2], x2, acc##k##_2);                     \
	acc##k##_3 = fma(row##k[i + 3], x3, acc##k##_3);
#define STORE_ROW(k, out)                                                    \
	out[4 * g + k] = alpha * lanes(acc##k##_0 + acc##k##_1 + acc##k##_2  \
				       + acc##k##_3) + beta * y[4 * g + k];

static const char gemv_source[] = SOURCE(
	LANES_SUM
	kernel void gemv(global const float16 *restrict a,
			 global const float16 *restrict x,
			 global const float *restrict y, float alpha,
			 float beta, global float *restrict out, int count)
	{
		size_t g = get_global_id(0);
		FOUR(ROW_OF, a)
		for (int i = 0; i < count; i += 4) {
			float16 x0 = x[i]; float16 x1 = x[i + 1];
			float16 x2 = x[i + 2]; float16 x3 = x[i + 3];
			FOUR(ADD_ROW, i)
		}
		FOUR(STORE_ROW, out)
	});

#define TILE_ROW(r)                                                          \
	float16 c##r##_0 = 0; float16 c##r##_1 = 0;                          \
	float16 c##r##_2 = 0; float16 c##r##_3 = 0;
#define TILE_ADD(r, a, at)                                                   \
	{                                                                    \
		float16 q = a[r * k + at];                                   \
		c##r##_0 = fma(q, b0, c##r##_0);                             \
		c##r##_1 = fma(q, b1, c##r##_1);                             \
		c##r##_2 = fma(q, b2, c##r##_2);                             \
		c##r##_3 = fma(q, b3, c##r##_3);                             \
	}
#define TILE_STEP(s, a, b, at)                                               \
	{                                                                    \
		float16 b0 = b[4 * s]; float16 b1 = b[4 * s + 1];            \
		float16 b2 = b[4 * s + 2]; float16 b3 = b[4 * s + 3];        \
		TILE_ADD(0, a, at + s) TILE_ADD(1, a, at + s)                \
		TILE_ADD(2, a, at + s) TILE_ADD(3, a, at + s)                \
	}
#define TILE_STORE(r, c)                                                     \
	c[r * n / 16] = c##r##_0; c[r * n / 16 + 1] = c##r##_1;              \
	c[r * n / 16 + 2] = c##r##_2; c[r * n / 16 + 3] = c##r##_3;

/* A group copies 64 columns of B, a row of them after the other, and computes
 * them for all rows of A, four at a time, four steps in a round. */
static const char matmul_source[] = SOURCE(
	kernel void panels(global const float *restrict all,
			   global const float *restrict from,
			   global float *restrict out,
			   local float16 *restrict panel, int m, int n, int k)
	{
		size_t first = get_group_id(0) * 64;
		for (int l = 0; l < k; l++)
			for (int v = 0; v < 4; v++)
				panel[4 * l + v] = *(global const float16 *)
					(from + (size_t)l * n + first
					 + 16 * v);
		for (int i = 0; i < m; i += 4) {
			global const float *a = all + (size_t)i * k;
			local const float16 *b = panel;
			global float16 *c = (global float16 *)
				(out + (size_t)i * n + first);
			FOUR_ALONE(TILE_ROW)
			for (int l = 0; l < k; l += 4) {
				FOUR(TILE_STEP, a, b, l)
				b += 16;
			}
			FOUR(TILE_STORE, c)
		}
	});

static const char blackscholes_source[] = SOURCE(
	float16 cnd(float16 d)
	{
		float16 k = 1.0f / (1.0f + 0.2316419f * fabs(d));
		float16 tail = 0.39894228f * exp(-0.5f * d * d)
			* (k * (0.31938153f + k * (-0.356563782f
			+ k * (1.781477937f + k * (-1.821255978f
			+ k * 1.330274429f)))));
		return select(tail, 1.0f - tail, d > 0.0f);
	}
	kernel void prices(global const float16 *restrict price,
			   global const float16 *restrict strike,
			   global const float16 *restrict years, float rate,
			   float volatility, global float16 *restrict call,
			   global float16 *restrict put, int count)
	{
		size_t first = get_global_id(0) * count;
		for (size_t i = first; i < first + count; i++) {
			float16 s = price[i]; float16 x = strike[i];
			float16 t = years[i];
			float16 spread = volatility * sqrt(t);
			float16 d1 = (log(s / x) + (rate + 0.5f * volatility
				      * volatility) * t) / spread;
			float16 c1 = cnd(d1); float16 c2 = cnd(d1 - spread);
			float16 later = x * exp(-rate * t);
			call[i] = s * c1 - later * c2;
			put[i] = later * (1.0f - c2) - s * (1.0f - c1);
		}
	});

#define GATHER(c)                                                            \
	(float16)(p[4 * q.s0 + c], p[4 * q.s1 + c], p[4 * q.s2 + c],         \
		  p[4 * q.s3 + c], p[4 * q.s4 + c], p[4 * q.s5 + c],         \
		  p[4 * q.s6 + c], p[4 * q.s7 + c], p[4 * q.s8 + c],         \
		  p[4 * q.s9 + c], p[4 * q.sa + c], p[4 * q.sb + c],         \
		  p[4 * q.sc + c], p[4 * q.sd + c], p[4 * q.se + c],         \
		  p[4 * q.sf + c])

static const char md_source[] = SOURCE(
	LANES_SUM
	kernel void forces(global const float *restrict p,
			   global const int *restrict near, float cutoff2,
			   global float *restrict fx,
			   global float *restrict fy,
			   global float *restrict fz, int count)
	{
		size_t g = get_global_id(0);
		float ax = p[4 * g]; float ay = p[4 * g + 1];
		float az = p[4 * g + 2];
		float16 sx = 0; float16 sy = 0; float16 sz = 0;
		for (int j = 0; j < count; j += 16) {
			int16 q = vload16(0, near + g * count + j);
			float16 dx = ax - GATHER(0);
			float16 dy = ay - GATHER(1);
			float16 dz = az - GATHER(2);
			float16 r2 = dx * dx + dy * dy + dz * dz;
			float16 i2 = 1.0f / r2;
			float16 i6 = i2 * i2 * i2;
			float16 f = select((float16)0,
					   i2 * i6 * (1.5f * i6 - 2.0f),
					   (r2 < cutoff2) & (r2 > 0.0f));
			sx += dx * f; sy += dy * f; sz += dz * f;
		}
		fx[g] = lanes(sx); fy[g] = lanes(sy); fz[g] = lanes(sz);
	});

#define BODIES(r, at)                                                        \
	float16 x##r = vload16(r, x + at); float16 y##r = vload16(r, y + at);\
	float16 z##r = vload16(r, z + at);                                   \
	float16 ax##r = 0; float16 ay##r = 0; float16 az##r = 0;
#define PULL(r, j)                                                           \
	{                                                                    \
		float16 dx = x[j] - x##r; float16 dy = y[j] - y##r;          \
		float16 dz = z[j] - z##r;                                    \
		float16 i = 1.0f / sqrt(dx * dx + dy * dy + dz * dz          \
					+ 0.01f);                            \
		float16 f = mass[j] * i * i * i;                             \
		ax##r += dx * f; ay##r += dy * f; az##r += dz * f;           \
	}
#define STORE_BODIES(r, at)                                                  \
	vstore16(ax##r, r, ax + at); vstore16(ay##r, r, ay + at);            \
	vstore16(az##r, r, az + at);

static const char nbody_source[] = SOURCE(
	kernel void pulls(global const float *restrict x,
			  global const float *restrict y,
			  global const float *restrict z,
			  global const float *restrict mass,
			  global float *restrict ax,
			  global float *restrict ay,
			  global float *restrict az, int count)
	{
		size_t at = get_global_id(0) * 32;
		BODIES(0, at) BODIES(1, at)
		for (int j = 0; j < count; j++) {
			PULL(0, j) PULL(1, j)
		}
		STORE_BODIES(0, at) STORE_BODIES(1, at)
	});

static const char mandelbrot_source[] = SOURCE(
	kernel void escape(global int *restrict steps, int n)
	{
		int column = get_global_id(0) * 16; int row = get_global_id(1);
		float16 cx = -2.0f + 3.0f * ((float16)(0, 1, 2, 3, 4, 5, 6, 7,
			8, 9, 10, 11, 12, 13, 14, 15) + (float)column) / n;
		float cy = -1.5f + 3.0f * row / n;
		float16 x = 0; float16 y = 0; int16 k = 0;
		for (int i = 0; i < 256; i += 8) {
			int16 in;
			for (int u = 0; u < 8; u++) {
				float16 a = x * x; float16 b = y * y;
				in = a + b <= 4.0f;
				y = 2 * x * y + cy;
				x = a - b + cx;
				k -= in;
			}
			if (!any(in))
				break;
		}
		vstore16(k, 0, steps + (size_t)row * n + column);
	});

/* Vectors that begin anywhere; a line is written around the caches where the
 * compiler can. */
#define PUT                                                                  \
	"typedef float16 vector __attribute__((aligned(4)));\n"              \
	"#ifndef __has_builtin\n#define __has_builtin(name) 0\n#endif\n"       \
	"void put(global float *to, float16 value)\n{\n"                     \
	"#if __has_builtin(__builtin_nontemporal_store)\n"                   \
	"\tif ((size_t)to % 64 == 0) {\n"                                    \
	"\t\t__builtin_nontemporal_store(value, (global float16 *)to);\n"    \
	"\t\treturn;\n\t}\n#endif\n\t*(global vector *)to = value;\n}\n"

/* Two rows at a time of the work-item's block; first and last columns apart. */
#define STENCIL(point)                                                       \
	for (int i = get_global_id(0) * rows, last = i + rows; i < last;     \
	     i += 2) {                                                       \
		global const float *up = u + (size_t)max(i - 1, 0) * n;      \
		global const float *row = u + (size_t)i * n;                 \
		global const float *next = row + n;                          \
		global const float *down = u + (size_t)min(i + 2, m - 1) * n;\
		global float *to = out + (size_t)i * n;                      \
		for (int j = 0; j < 16; j++)                                 \
			BOTH(point, AT, LINE, max(j - 1, 0), j, j + 1)       \
		for (int j = 16; j < n - 16; j += 16)                        \
			BOTH(point, VECTOR_AT, put, j - 1, j, j + 1)         \
		for (int j = n - 16; j < n; j++)                             \
			BOTH(point, AT, LINE, j - 1, j, min(j + 1, n - 1))   \
	}
#define LINE(p, value) *(p) = value
#define BOTH(point, at, store, l, j, r)                                      \
	{                                                                    \
		store(to + j, (point(at, up, row, next, l, j, r)));          \
		store(to + n + j, (point(at, row, next, down, l, j, r)));    \
	}
#define AT(p, j) p[j]
#define VECTOR_AT(p, j) (*(global const vector *)(p + j))
#define MEAN(at, up, row, down, l, j, r)                                     \
	(0.2f * (at(up, j) + at(row, l) + at(row, j) + at(row, r)            \
		 + at(down, j)))
#define WEIGHTED(at, up, row, down, l, j, r)                                 \
	(w[0] * at(up, l) + w[1] * at(up, j) + w[2] * at(up, r)              \
	 + w[3] * at(row, l) + w[4] * at(row, j) + w[5] * at(row, r)         \
	 + w[6] * at(down, l) + w[7] * at(down, j) + w[8] * at(down, r))

static const char jacobi_source[] = PUT SOURCE(
	kernel void grid(global const float *restrict u,
			 global float *restrict out, int m, int n, int rows)
	{
		STENCIL(MEAN)
	});

static const char convolution_source[] = PUT SOURCE(
	kernel void grid(global const float *restrict u,
			 global const float *restrict w,
			 global float *restrict out, int m, int n, int rows)
	{
		STENCIL(WEIGHTED)
	});

#endif
