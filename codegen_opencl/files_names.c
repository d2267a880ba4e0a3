#include "codegen_opencl/files_names.h"

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

static bool is_taken(const Program *p, const char *name)
{
	for (int i = 0; i < p->size_count; i++)
		if (!strcmp(p->sizes[i].name, name))
			return true;
	for (int i = 0; i < p->in_port_count; i++)
		if (!strcmp(p->in_ports[i].ident, name))
			return true;
	for (int i = 0; i < p->output_count; i++)
		if (!strcmp(p->out_ports[i].ident, name))
			return true;
	return false;
}

const char *files_identifier(const Program *program, const char *name)
{
	if (!IS_IN(keywords, name))
		return name;
	do
		name = arena_printf(ir_arena(program->ir), "%s_", name);
	while (is_taken(program, name));
	return name;
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

void files_source(Text *text, const FilesInfo *info)
{
	const Artifact *artifact = info->artifact;
	size_t done = 0;

	for (int i = 0; i < artifact->global_count; i++) {
		text_bytes(text, artifact->source + done,
			   artifact->globals[i] - done);
		text_printf(text, "%s_", files_prefix(info));
		done = artifact->globals[i];
	}
	text_put(text, artifact->source + done);
}
