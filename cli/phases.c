#include "cli/phases.h"

#include "cli/progress.h"

Phases phases_start(void)
{
	return (Phases){ .started = clock_seconds() };
}

/* What no phase has: it stands still while another phase runs. */
double phases_mark(const Phases *phases)
{
	double seconds = clock_seconds();

	for (int i = 0; i < WALL_PHASES; i++)
		seconds -= phases->seconds[i];
	return seconds;
}

void phases_add(Phases *phases, Phase phase, double mark)
{
	phases->seconds[phase] += phases_mark(phases) - mark;
}

void phases_json(Text *text, const Phases *phases)
{
	static const char *const names[WALL_PHASES] = {
		[WALL_SEARCH] = "search", [WALL_CODEGEN] = "codegen",
		[WALL_CHECK] = "check", [WALL_BUILD] = "build",
		[WALL_RUN] = "run", [WALL_CONFIRM] = "confirm",
		[WALL_DATABASE] = "database",
	};

	text_printf(text, "{\"total\": %.6f",
		    clock_seconds() - phases->started);
	for (int i = 0; i < WALL_PHASES; i++)
		text_printf(text, ", \"%s\": %.6f", names[i],
			    phases->seconds[i]);
	text_char(text, '}');
}
