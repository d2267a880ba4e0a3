/* Ports in words: how inputs and outputs are shown to people. */
#ifndef CLI_PORTS_H
#define CLI_PORTS_H

#include "base/text.h"
#include "ir/core/port.h"
#include "ir/data/array.h"

/* "f32", "f32[4096, 4096]". */
void port_type_text(Text *text, const Port *port);

/* Element i as it reads in a program. */
void element_text(Text *text, const Array *array, int64_t i);

#endif
