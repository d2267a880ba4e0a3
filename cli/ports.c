#include "cli/ports.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void port_type_text(Text *text, const Port *port)
{
	text_put(text, scalar_name(port->scalar));
	for (int d = 0; d < port->rank; d++)
		text_printf(text, "%s%s%" PRId64, d ? ", " : "[",
			    !d && port->extent ? ".." : "", port->dims[d]);
	if (port->rank)
		text_char(text, ']');
}

static void float_text(Text *text, double value, int digits)
{
	if (isnan(value))
		text_put(text, "nan");
	else if (isinf(value))
		text_put(text, value < 0 ? "-inf" : "inf");
	else
		text_printf(text, "%.*g", digits, value);
}

void element_text(Text *text, const Array *array, int64_t i)
{
	switch (array->scalar) {
	case SCALAR_BOOL:
		text_put(text, ((const uint8_t *)array->data)[i] ? "true"
								: "false");
		break;
	case SCALAR_I64:
		text_printf(text, "%" PRId64, ((const int64_t *)array->data)[i]);
		break;
	case SCALAR_U64:
		text_printf(text, "%" PRIu64,
			    ((const uint64_t *)array->data)[i]);
		break;
	case SCALAR_F16: float_text(text, array_get(array, i), 5); break;
	case SCALAR_F32: float_text(text, array_get(array, i), 9); break;
	case SCALAR_F64: float_text(text, array_get(array, i), 17); break;
	default: text_printf(text, "%.0f", array_get(array, i)); break;
	}
}
