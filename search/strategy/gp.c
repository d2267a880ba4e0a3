#include "search/strategy/gp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Shape {
	double reach; /* the gap at which candidates tell little */
	double unlike; /* what a feature that one lacks adds to it */
	double slope; /* of the mean, per unit of cost */
} Shape;

struct Gp {
	Shape shape;
	int n, shaped; /* shaped: n when the shape was chosen */
	double base, scale; /* mean and deviation of what is left */
	double *factor; /* Cholesky, lower, n * n */
	double *weights; /* inverse covariance times values */
	double *scratch;
};

static const double NOISE = 0.1; /* of variances: times of one kernel differ */
static const double reaches[] = { 1, 2, 4, 8 };
static const double unlikes[] = { 0.5, 2 };
static const double slopes[] = { 0.35, 0.69 };

#define LENGTH(list) ((int)(sizeof(list) / sizeof *(list)))

Gp *gp_new(void)
{
	Gp *gp = base_calloc(1, sizeof *gp);

	gp->shape = (Shape){ 2, 2, 0.35 };
	return gp;
}

void gp_free(Gp *gp)
{
	free(gp->factor);
	free(gp->weights);
	free(gp->scratch);
	free(gp);
}

static double alike(const Shape *shape, Gap gap)
{
	double d = sqrt(5.0 * ((double)gap.apart
			       + shape->unlike * (double)gap.unlike))
		 / shape->reach;

	return (1 + d + d * d / 3) * exp(-d);
}

double gp_alike(const Gp *gp, Gap gap)
{
	return alike(&gp->shape, gap);
}

/* -- learning -------------------------------------------------------------- */

static void grow(Gp *gp, int n)
{
	size_t side = (size_t)n;

	gp->n = n;
	gp->factor = base_realloc(gp->factor, side * side * sizeof(double));
	gp->weights = base_realloc(gp->weights, side * sizeof(double));
	gp->scratch = base_realloc(gp->scratch, side * sizeof(double));
}

/* The lower triangle of a becomes its Cholesky factor. */
static void factorise(double *a, int n)
{
	for (int j = 0; j < n; j++)
		for (int i = j; i < n; i++) {
			double sum = a[i * n + j];

			for (int k = 0; k < j; k++)
				sum -= a[i * n + k] * a[j * n + k];
			a[i * n + j] = i == j ? sqrt(fmax(sum, 1e-12))
					      : sum / a[j * n + j];
		}
}

static void solve_lower(const double *a, int n, double *x)
{
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < i; k++)
			x[i] -= a[i * n + k] * x[k];
		x[i] /= a[i * n + i];
	}
}

static void solve_upper(const double *a, int n, double *x)
{
	for (int i = n - 1; i >= 0; i--) {
		for (int k = i + 1; k < n; k++)
			x[i] -= a[k * n + i] * x[k];
		x[i] /= a[i * n + i];
	}
}

/* What is left of the values without the slope, standardised, in weights. */
static void standardise(Gp *gp, const double *costs, const double *values)
{
	int n = gp->n;
	double sum = 0, squares = 0;

	for (int i = 0; i < n; i++) {
		gp->weights[i] = values[i] - gp->shape.slope * costs[i];
		sum += gp->weights[i];
	}
	gp->base = sum / n;
	for (int i = 0; i < n; i++) {
		gp->weights[i] -= gp->base;
		squares += gp->weights[i] * gp->weights[i];
	}
	gp->scale = fmax(sqrt(squares / n), 0.05);
	for (int i = 0; i < n; i++)
		gp->weights[i] /= gp->scale;
}

/* The logarithm of the likelihood, up to a constant. */
static double learn(Gp *gp, const Gap *gaps, const double *costs,
		    const double *values)
{
	int n = gp->n;
	double fit = 0, size = 0;

	standardise(gp, costs, values);
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++)
			gp->factor[i * n + j] = (i == j ? NOISE : 0)
				+ alike(&gp->shape, gaps[i * n + j]);
	factorise(gp->factor, n);
	solve_lower(gp->factor, n, gp->weights);
	for (int i = 0; i < n; i++) {
		fit += gp->weights[i] * gp->weights[i];
		size += log(gp->factor[i * n + i]) + log(gp->scale);
	}
	solve_upper(gp->factor, n, gp->weights);
	return -0.5 * fit - size;
}

static void choose_shape(Gp *gp, const Gap *gaps, const double *costs,
			 const double *values)
{
	Shape best = gp->shape;
	double most = -INFINITY;

	for (int i = 0; i < LENGTH(reaches) * LENGTH(unlikes)
	     * LENGTH(slopes); i++) {
		double likelihood;

		gp->shape = (Shape){
			reaches[i % LENGTH(reaches)],
			unlikes[i / LENGTH(reaches) % LENGTH(unlikes)],
			slopes[i / LENGTH(reaches) / LENGTH(unlikes)],
		};
		likelihood = learn(gp, gaps, costs, values);
		if (likelihood > most) {
			most = likelihood;
			best = gp->shape;
		}
	}
	gp->shape = best;
	gp->shaped = gp->n;
}

void gp_fit(Gp *gp, int n, const Gap *gaps, const double *costs,
	    const double *values)
{
	grow(gp, n);
	if (n >= gp->shaped + gp->shaped / 8 + 1)
		choose_shape(gp, gaps, costs, values);
	learn(gp, gaps, costs, values);
}

/* -- guessing -------------------------------------------------------------- */

double gp_mean(const Gp *gp, const Gap *gaps, double cost)
{
	double sum = 0;

	for (int i = 0; i < gp->n; i++)
		sum += gp->weights[i] * alike(&gp->shape, gaps[i]);
	return gp->base + gp->shape.slope * cost + gp->scale * sum;
}

Guess gp_guess(const Gp *gp, const Gap *gaps, double cost)
{
	double left = 1 + NOISE;

	for (int i = 0; i < gp->n; i++)
		gp->scratch[i] = alike(&gp->shape, gaps[i]);
	solve_lower(gp->factor, gp->n, gp->scratch);
	for (int i = 0; i < gp->n; i++)
		left -= gp->scratch[i] * gp->scratch[i];
	return (Guess){ gp_mean(gp, gaps, cost),
			gp->scale * sqrt(fmax(left, 1e-9)) };
}

double guess_improvement(Guess guess, double best)
{
	double z = (best - guess.mean) / guess.deviation;
	double below = 0.5 * erfc(-z * M_SQRT1_2);
	double density = exp(-0.5 * z * z) / sqrt(2 * M_PI);

	return guess.deviation * (z * below + density);
}
