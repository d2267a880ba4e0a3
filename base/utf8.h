/* UTF-8 (RFC 3629) in text of others, which may be anything.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

/* The bytes of the character that a string begins with; 0 when it is not well
 * formed, or at the end. */
int utf8_bytes(const char *string);

/* The same of a character that a terminal shows: 0 for control characters, of
 * which U+0080 to U+009F are some. */
int utf8_shown(const char *string);

#endif
