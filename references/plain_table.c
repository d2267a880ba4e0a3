/* Plain C as references. */
#include "plain_run.h"

RUN(scal, plain_scal(size(call, "N"), *in(call, 0), out(call, 0)))
RUN(asum, *out(call, 0) = plain_asum(size(call, "N"), in(call, 0)))
RUN(dot, *out(call, 0) = plain_dot(size(call, "N"), in(call, 0), in(call, 1)))
RUN(gemv, plain_gemv(size(call, "M"), size(call, "K"), in(call, 0),
		     in(call, 1), in(call, 2), *in(call, 3), *in(call, 4),
		     out(call, 0)))
RUN(matmul, plain_matmul(size(call, "M"), size(call, "N"), size(call, "K"),
			 in(call, 0), in(call, 1), out(call, 0)))
RUN(blackscholes, plain_blackscholes(size(call, "N"), in(call, 0), in(call, 1),
				     in(call, 2), *in(call, 3), *in(call, 4),
				     out(call, 0), out(call, 1)))
RUN(md, plain_md(size(call, "N"), size(call, "M"), in(call, 0),
		 call->inputs[1], *in(call, 2), out(call, 0), out(call, 1),
		 out(call, 2)))
RUN(nbody, plain_nbody(size(call, "N"), in(call, 0), in(call, 1), in(call, 2),
		       in(call, 3), out(call, 0), out(call, 1), out(call, 2)))
RUN(mandelbrot, plain_mandelbrot(size(call, "N"), call->outputs[0]))
RUN(complexmul, plain_complex(size(call, "N"), in(call, 0), in(call, 1),
			      in(call, 2), in(call, 3), out(call, 0),
			      out(call, 1)))
RUN(meanvar, plain_meanvar(size(call, "N"), in(call, 0), out(call, 0),
			   out(call, 1)))
RUN(argmax, plain_argmax(size(call, "N"), in(call, 0), out(call, 0),
			 call->outputs[1]))
RUN(softmax, plain_softmax((int)size(call, "M"), (int)size(call, "N"),
			   in(call, 0), out(call, 0)))
RUN(kmeans, plain_kmeans((int)size(call, "N"), (int)size(call, "K"),
			 (int)size(call, "D"), in(call, 0), in(call, 1),
			 call->outputs[0]))
RUN(jacobi, plain_jacobi(size(call, "M"), size(call, "N"), in(call, 0),
			 out(call, 0)))
RUN(convolution, plain_convolution(size(call, "M"), size(call, "N"),
				   in(call, 0), in(call, 1), out(call, 0)))
RUN(stencil3d, plain_stencil3d(size(call, "L"), size(call, "M"),
			       size(call, "N"), in(call, 0), *in(call, 1),
			       out(call, 0)))

RUN(lu, plain_lu(size(call, "N"), size(call, "R"), in(call, 0), out(call, 0)))
RUN(cholesky, plain_cholesky(size(call, "N"), size(call, "R"), in(call, 0),
			     out(call, 0)))
RUN(gram_schmidt, plain_gram_schmidt(size(call, "N"), size(call, "M"),
				     size(call, "R"), in(call, 0),
				     out(call, 0)))
RUN(floyd_warshall, plain_floyd_warshall(size(call, "N"), size(call, "R"),
					 call->inputs[0], call->outputs[0]))
RUN(triangular_solve, plain_triangular_solve(size(call, "N"),
			size(call, "M"), size(call, "R"), in(call, 0),
			in(call, 1), out(call, 0)))
RUN(needleman_wunsch, plain_needleman_wunsch(size(call, "N"),
			size(call, "M"), call->inputs[0], call->inputs[1],
			call->outputs[0]))
RUN(seidel, plain_seidel(size(call, "N"), size(call, "M"), in(call, 0),
			 out(call, 0)))
RUN(pathfinder, plain_pathfinder(size(call, "N"), size(call, "M"),
				 call->inputs[0], call->outputs[0]))

#define ROUNDS ROW(lu), ROW(cholesky), ROW(gram_schmidt),                    \
	ROW(floyd_warshall), ROW(triangular_solve), ROW(needleman_wunsch),   \
	ROW(seidel), ROW(pathfinder)

const Reference lift_tune_references[] = {
	ROW(scal),       ROW(asum),    ROW(dot),        ROW(gemv),
	ROW(matmul),     ROW(md),      ROW(nbody),      ROW(blackscholes),
	ROW(mandelbrot), ROW(meanvar), ROW(complexmul), ROW(argmax),
	ROW(softmax),    ROW(kmeans),  ROW(jacobi),     ROW(convolution),
	ROW(stencil3d),  PROGRAMS,      ROUNDS,
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
