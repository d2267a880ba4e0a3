#include "codegen_opencl/files_names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* -- names that are taken -------------------------------------------------- */

static const char *const keywords[] = {
	"alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand",
	"bitor", "bool", "break", "case", "catch", "char", "char16_t",
	"char32_t", "char8_t", "class", "co_await", "co_return", "co_yield",
	"compl", "complex", "concept", "const", "const_cast", "consteval",
	"constexpr", "constinit", "continue", "decltype", "default", "delete",
	"do", "double", "dynamic_cast", "else", "enum", "explicit", "export",
	"extern", "false", "float", "for", "friend", "goto", "if", "imaginary",
	"inline", "int", "long", "mutable", "namespace", "new", "noexcept",
	"noreturn", "not", "not_eq", "nullptr", "operator", "or", "or_eq",
	"private", "protected", "public", "register", "reinterpret_cast",
	"requires", "restrict", "return", "short", "signed", "sizeof",
	"static", "static_assert", "static_cast", "struct", "switch",
	"template", "this", "thread_local", "throw", "true", "try", "typedef",
	"typeid", "typename", "typeof", "typeof_unqual", "union", "unsigned",
	"using", "virtual", "void", "volatile", "wchar_t", "while", "xor",
	"xor_eq",
	/* macros, some only of some compilers */
	"linux", "unix", "main", "NULL", "EOF", "I", "errno", "assert",
	"stdin", "stdout", "stderr", "offsetof", "near", "far", "min", "max",
	/* what the stub itself uses */
	"self", "context", "device", "queue", "error", "wait_count",
	"wait_list", "event", "binary", "bytes", "given", "sizes", "size_t",
};

static const char *const library[] = {
	"abort", "abs", "accept", "access", "acos", "acosh", "alarm", "asctime",
	"asin", "asinh", "atan", "atan2", "atanh", "atexit", "atof", "atoi",
	"atol", "atoll", "bcmp", "bcopy", "bind", "brk", "bsearch", "bzero",
	"calloc", "cbrt", "ceil", "chdir", "chmod", "chown", "clock", "close",
	"connect", "copysign", "cos", "cosh", "creat", "ctime", "difftime",
	"div", "drand48", "drem", "dup", "dup2", "erf", "erfc", "exit", "exp",
	"exp10", "exp2", "expm1", "fabs", "fclose", "fdim", "feof", "ferror",
	"fflush", "ffs", "fgetc", "fgets", "floor", "fma", "fmax", "fmin",
	"fmod", "fopen", "fork", "fprintf", "fputc", "fputs", "fread", "free",
	"freopen", "frexp", "fscanf", "fseek", "ftell", "fwrite", "gamma",
	"getc", "getchar", "getenv", "gets", "gmtime", "hypot", "ilogb",
	"index", "ioctl", "isalnum", "isalpha", "isdigit", "isinf", "isnan",
	"isprint", "isspace", "j0", "j1", "jn", "kill", "labs", "ldexp",
	"ldiv", "lgamma", "link", "listen", "llabs", "lldiv", "llrint",
	"llround", "localtime", "log", "log10", "log1p", "log2", "logb",
	"longjmp", "lrint", "lround", "lseek", "malloc", "mblen", "memchr",
	"memcmp", "memcpy", "memmove", "memset", "mktime", "modf", "nan",
	"nearbyint", "nice", "open", "pause", "perror", "pipe", "poll", "pow",
	"printf", "putc", "putchar", "puts", "qsort", "raise", "rand",
	"random", "read", "realloc", "recv", "remainder", "remove", "remquo",
	"rename", "rewind", "rindex", "rint", "round", "scalb", "scalbln",
	"scalbn", "scanf", "select", "send", "setbuf", "setenv", "setjmp",
	"signal", "signbit", "significand", "sin", "sinh", "sleep", "socket",
	"sprintf", "sqrt", "srand", "stat", "strcat", "strchr", "strcmp",
	"strcpy", "strdup", "strlen", "strstr", "strtod", "strtok", "strtol",
	"swab", "sync", "system", "tan", "tanh", "tgamma", "time", "times",
	"tmpfile", "tmpnam", "tolower", "toupper", "trunc", "truncate",
	"umask", "ungetc", "unlink", "usleep", "va_list", "vfork", "wait",
	"write", "y0", "y1", "yn",
};

/* Of C, C++, POSIX, Linux and Windows, without .h. */
static const char *const headers[] = {
	"aio", "alloca", "ar", "assert", "byteswap", "cl", "complex", "conio",
	"cpio", "crypt", "ctype", "direct", "dirent", "dlfcn", "elf", "endian",
	"err", "errno", "error", "execinfo", "fcntl", "features", "fenv",
	"float", "fmtmsg", "fnmatch", "fstab", "fts", "ftw", "getopt", "glob",
	"grp", "iconv", "ifaddrs", "inttypes", "io", "iso646", "langinfo",
	"lastlog", "libgen", "libintl", "limits", "link", "locale", "malloc",
	"math", "memory", "mntent", "monetary", "mqueue", "netdb", "new",
	"nl_types", "nss", "obstack", "opencl", "paths", "poll", "printf",
	"process", "pthread", "pty", "pwd", "re_comp", "regex", "regexp",
	"resolv", "sched", "search", "semaphore", "setjmp", "sgtty", "shadow",
	"share", "signal", "spawn", "stab", "stdalign", "stdarg", "stdatomic",
	"stdbit", "stdbool", "stdckdint", "stddef", "stdint", "stdio",
	"stdlib", "stdnoreturn", "string", "strings", "stropts", "syscall",
	"sysexits", "syslog", "tar", "termio", "termios", "tgmath",
	"thread_db", "threads", "time", "trace", "ttyent", "uchar", "ucontext",
	"ulimit", "unistd", "ustat", "utime", "utmp", "utmpx", "values",
	"varargs", "wait", "wchar", "wctype", "windows", "wordexp",
};

#define IS_IN(table, name) is_in(table, sizeof (table) / sizeof *(table), name)

/* File names may not tell the cases apart. */
static bool is_in(const char *const *table, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (table == headers ? !strcasecmp(table[i], name)
				     : !strcmp(table[i], name))
			return true;
	return false;
}

const char *files_identifier(const Program *program, const char *name)
{
	return IS_IN(keywords, name)
	     ? arena_printf(ir_arena(program->ir), "%s_", name) : name;
}

const char *files_type(const Program *program)
{
	return IS_IN(library, program->name)
	     ? arena_printf(ir_arena(program->ir), "%s_", program->name)
	     : files_identifier(program, program->name);
}

const char *files_base(const Program *program)
{
	return IS_IN(headers, program->name)
	     ? arena_printf(ir_arena(program->ir), "lt_%s", program->name)
	     : program->name;
}

const char *files_prefix(const FilesInfo *info)
{
	return info->variant
	     ? arena_printf(ir_arena(info->program->ir), "%s_v%d",
			    info->program->name, info->variant)
	     : info->program->name;
}

/* -- the globals of a source ----------------------------------------------- */

typedef struct Word {
	const char *at;
	size_t length;
} Word;

typedef struct Globals {
	int count, capacity;
	Word *items;
} Globals;

static Word word_at(const char *s)
{
	Word word = { s, 0 };

	while (isalnum((unsigned char)s[word.length]) || s[word.length] == '_')
		word.length++;
	return word;
}

static bool is_word(Word word, const char *text)
{
	return word.length == strlen(text)
	    && !strncmp(word.at, text, word.length);
}

static bool is_global(const Globals *globals, Word word)
{
	for (int i = 0; i < globals->count; i++)
		if (globals->items[i].length == word.length
		    && !strncmp(globals->items[i].at, word.at, word.length))
			return true;
	return false;
}

static void add(Globals *globals, Word word)
{
	if (!word.length || is_global(globals, word))
		return;
	if (globals->count == globals->capacity) {
		globals->capacity = globals->capacity * 2 + 16;
		globals->items = base_realloc(globals->items,
					      sizeof *globals->items
					      * (size_t)globals->capacity);
	}
	globals->items[globals->count++] = word;
}

/* Outside of all brackets: what stands before a list of parameters is a
 * function, the last word of a typedef, attributes aside, a type. */
static Globals globals_of(const char *source)
{
	Globals globals = { 0 };
	Word last = { source, 0 };
	bool is_type = false;
	int depth = 0;

	for (const char *s = source; *s;) {
		Word word = word_at(s);

		if (*s == '#' && (s == source || s[-1] == '\n')) {
			s += strcspn(s, "\n");
			continue;
		}
		if (!depth && is_word(word, "__attribute__")) {
			if (is_type)
				add(&globals, last);
			is_type = false;
			last.length = 0;
		} else if (!depth && word.length) {
			is_type |= is_word(word, "typedef");
			last = word;
		}
		if (!depth && *s == '(')
			add(&globals, last);
		if (!depth && *s == ';' && is_type)
			add(&globals, last);
		is_type &= *s != ';';
		depth += (strchr("({[", *s) != NULL)
		       - (strchr(")}]", *s) != NULL);
		s += word.length ? word.length : 1;
	}
	return globals;
}

void files_source(Text *text, const FilesInfo *info)
{
	const char *source = info->artifact->source;
	Globals globals = globals_of(source);

	for (const char *s = source; *s;) {
		Word word = word_at(s);

		if (word.length && (s == source || s[-1] != '.')
		    && is_global(&globals, word))
			text_printf(text, "%s_", files_prefix(info));
		if (!word.length)
			word.length = 1;
		text_bytes(text, s, word.length);
		s += word.length;
	}
	free(globals.items);
}
