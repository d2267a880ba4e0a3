#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

double clock_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

Progress progress_new(const Options *options, const Work *work)
{
	return (Progress){ .options = options, .work = *work,
			   .live = isatty(STDERR_FILENO),
			   .started = clock_seconds() };
}

static bool is_silent(const Progress *p)
{
	return p->options->quiet || p->options->json;
}

void progress_say(Progress *p, const char *what)
{
	if (is_silent(p))
		return;
	fprintf(stderr, p->live ? "\r\033[K%s ..." : "%s ...\n", what);
	fflush(stderr);
}

static void put_line(Progress *p, const char *status, double seconds,
		     const char *what)
{
	Text line = { 0 };
	double left = p->options->time_limit - (clock_seconds() - p->started);

	text_printf(&line, "[%d/%" PRId64 "] ", p->evaluations,
		    p->options->max_fevals);
	if (p->best > 0) {
		text_put(&line, "best ");
		seconds_text(&line, p->best);
		text_char(&line, ' ');
		rate_text(&line, &p->work, p->best);
	} else {
		text_put(&line, "no kernel yet");
	}
	text_printf(&line, " | %.0f s left | ", left > 0 ? left : 0);
	if (seconds > 0)
		seconds_text(&line, seconds);
	else
		text_put(&line, status);
	text_printf(&line, " %s", what);
	if (p->live)
		fprintf(stderr, "\r\033[K%.110s", text_string(&line));
	else
		fprintf(stderr, "%s\n", text_string(&line));
	fflush(stderr);
	text_free(&line);
}

void progress_step(Progress *p, const char *status, double seconds,
		   const char *what)
{
	bool better = seconds > 0 && (p->best == 0 || seconds < p->best);
	double now = clock_seconds();

	p->evaluations++;
	if (better)
		p->best = seconds;
	if (is_silent(p))
		return;
	if (!p->live && !better && !p->options->verbose
	    && now - p->last_plain < 5)
		return;
	p->last_plain = now;
	put_line(p, status, seconds, what);
}

void progress_end(Progress *p)
{
	if (!is_silent(p) && p->live)
		fputs("\r\033[K", stderr);
}
