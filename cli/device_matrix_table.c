#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/device_matrix.h"
#include "cli/rate.h"

static void tell_head(int site_count)
{
	printf("  %-14s", "best for \\ on");
	for (int b = 0; b < site_count; b++)
		printf(" %8s", device_matrix_letter(b));
	puts("");
}

static void tell_cell(double slowdown)
{
	if (slowdown > 0)
		printf(" %8.2f", slowdown);
	else
		printf(" %8s", "-");
}

static void tell_times(const DeviceMatrix *c)
{
	Text text = { 0 };

	printf("  %-14s", "time at home");
	for (int b = 0; b < c->site_count; b++) {
		text_clear(&text);
		if (c->home[b] >= 0)
			seconds_text(&text, c->ns[c->home[b]][b] * 1e-9);
		printf(" %8s", text_string(&text));
	}
	puts("");
	text_free(&text);
}

void device_matrix_tell(const DeviceMatrix *c)
{
	printf("%s, %s\n", c->program, c->sizes);
	tell_head(c->site_count);
	for (int a = 0; a < c->site_count; a++) {
		printf("  %-14s", device_matrix_letter(a));
		for (int b = 0; b < c->site_count; b++)
			tell_cell(device_matrix_slowdown(c, a, b));
		puts("");
	}
	tell_times(c);
	for (int a = 0; a < c->site_count; a++)
		if (c->home[a] >= 0)
			printf("  %s: %" PRId64 ", %s\n",
			       device_matrix_letter(a),
			       c->ids[c->home[a]], c->choices[c->home[a]]);
	fflush(stdout);
}

void device_matrix_tell_devices(const Device *devices, int count)
{
	puts("devices");
	for (int i = 0; i < count; i++)
		printf("  %s: %s, %s, driver %s\n", device_matrix_letter(i),
		       devices[i].name, devices[i].platform,
		       devices[i].driver);
}

void device_matrix_tell_means(const DeviceMatrix *matrices, int count)
{
	int sites = count ? matrices[0].site_count : 0;

	if (count < 2)
		return;
	printf("all: geometric mean over %d programs\n", count);
	tell_head(sites);
	for (int a = 0; a < sites; a++) {
		printf("  %-14s", device_matrix_letter(a));
		for (int b = 0; b < sites; b++)
			tell_cell(device_matrix_mean(matrices, count, a, b));
		puts("");
	}
}

static void put_row(Text *text, const double *values, int count)
{
	text_char(text, '[');
	for (int i = 0; i < count; i++)
		text_printf(text, "%s%.1f", i ? ", " : "", values[i]);
	text_char(text, ']');
}

/* One row for each kernel. */
static void put_matrix(Text *text, const char *name,
		       const double rows[][SITES_MAX], int count)
{
	text_printf(text, ", \"%s\": [", name);
	for (int k = 0; k < count; k++) {
		text_put(text, k ? ", " : "");
		put_row(text, rows[k], count);
	}
	text_char(text, ']');
}

static void put_site(Text *text, const DeviceMatrix *c, int site,
		     const Device *device)
{
	text_put(text, site ? ", {\"device\": " : "{\"device\": ");
	text_json(text, device->name);
	text_put(text, ", \"platform\": ");
	text_json(text, device->platform);
	text_put(text, ", \"driver\": ");
	text_json(text, device->driver);
	text_printf(text, ", \"found\": %" PRId64 ", \"choices\": ",
		    c->ids[site]);
	text_json(text, c->choices[site] ? c->choices[site] : "");
	text_printf(text, ", \"best\": %" PRId64 "}",
		    c->home[site] < 0 ? 0 : c->ids[c->home[site]]);
}

void device_matrix_json(const DeviceMatrix *c, const Device *devices)
{
	Text text = { 0 };

	text_put(&text, "{\"program\": ");
	text_json(&text, c->program);
	text_printf(&text, ", \"sizes\": \"%s\", \"sites\": [", c->sizes);
	for (int site = 0; site < c->site_count; site++)
		put_site(&text, c, site, &devices[site]);
	text_char(&text, ']');
	put_matrix(&text, "time_ns", c->ns, c->site_count);
	put_matrix(&text, "low_ns", c->low, c->site_count);
	put_matrix(&text, "high_ns", c->high, c->site_count);
	text_char(&text, '}');
	puts(text_string(&text));
	fflush(stdout);
	text_free(&text);
}
