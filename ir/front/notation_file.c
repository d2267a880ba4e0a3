/* Files that a program uses: beside it or below. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "ir/front/notation.h"
#include "ir/front/notation_use.h"

enum { FILE_MAX = 1 << 20 };

static const Node *refuse(const JsonText *from, const Node *at,
			  const char *found, const char *expected)
{
	Place place = json_place(from, at);

	diag_add(from->diags, E1103, &place, found, expected,
		 "a file that the program uses cannot be read");
	return NULL;
}

static bool is_beside(const char *name)
{
	return *name && *name != '/' && strncmp(name, "../", 3)
	    && strcmp(name, "..") && !strstr(name, "/../");
}

const char *notation_beside(const JsonText *from, const char *name)
{
	const char *file = from->file ? from->file : "";
	const char *slash = strrchr(file, '/');

	return slash ? arena_printf(from->arena, "%.*s/%s",
				    (int)(slash - file), file, name)
		     : arena_strdup(from->arena, name);
}

/* What went wrong, or NULL. */
static const char *read_whole(const char *path, Text *text)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char block[4096];
	struct stat info;
	ssize_t got;

	if (fd < 0)
		return strerror(errno);
	if (fstat(fd, &info) || !S_ISREG(info.st_mode)
	    || info.st_size > FILE_MAX) {
		close(fd);
		return "something else";
	}
	while ((got = read(fd, block, sizeof block)) > 0
	       && text->length <= FILE_MAX)
		text_bytes(text, block, (size_t)got);
	close(fd);
	if (got < 0)
		return strerror(errno);
	return text->length && memchr(text->data, '\0', text->length)
		? "a text with the character U+0000" : NULL;
}

static const Node *read_text(Arena *arena, const char *file, const char *text,
			     Diags *diags)
{
	JsonText *source = ARENA_NEW(arena, JsonText);

	*source = (JsonText){ arena, file, text, diags };
	return notation_read(source);
}

const Node *notation_file(const JsonText *from, const Node *at,
			  const char *path)
{
	const char *wrong;
	Text text = { 0 };
	const Node *root;

	if (!is_beside(at->string))
		return refuse(from, at, at->string,
			      "a file beside the program or below");
	wrong = read_whole(path, &text);
	if (wrong) {
		text_free(&text);
		return refuse(from, at, wrong,
			      "a module: a text file of at most 1 MiB");
	}
	root = read_text(from->arena, path,
			 arena_strdup(from->arena, text_string(&text)),
			 from->diags);
	text_free(&text);
	return root;
}

const Node *notation_prelude_read(Arena *arena, Diags *diags)
{
	return read_text(arena, "prelude.lift", notation_prelude, diags);
}
