/* Race plot: the share of races that came within 5 % of the best, by the
 * number of evaluations, one line for each strategy, as SVG that is readable
 * on light and dark ground.
 */
#ifndef CLI_RACE_PLOT_H
#define CLI_RACE_PLOT_H

#include "base/text.h"
#include "search/strategy/contest.h"

void race_plot(Text *svg, const char *title, int count,
	       const char *const *names, const Race *const *races, int seeds,
	       int budget);

#endif
