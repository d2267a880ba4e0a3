#include "lib/measure.h"

#include "ir/eval/accuracy.h"
#include "lib/fault.h"
#include "lib/room.h"

CodegenOptions measure_codegen(const Session *s, Variant variant,
			       const Device *device)
{
	CodegenOptions options = codegen_options(device);

	options.contract = s->options->fp != FP_STRICT
			&& !variant.no_contraction;
	options.exact = s->options->fp == FP_STRICT;
	if (options.exact)
		options.root = ROOT_BUILTIN;
	if (options.exact && device->has_correct_divide_sqrt)
		options.math_flags = "-cl-fp32-correctly-rounded-divide-sqrt";
	else if (s->options->fp == FP_RELAXED)
		options.math_flags = variant_flags(variant);
	options.functions &= !options.exact && !*options.math_flags;
	options.compared_bounds &= !options.exact;
	options.look = s->look;
	options.look_context = s->look_context;
	if (*options.math_flags && options.root == ROOT_NEWTON)
		options.root = ROOT_QUOTIENT;
	return options;
}

static bool has_type(const Device *device, Scalar scalar)
{
	return !(scalar == SCALAR_F16 && !device->has_f16)
	    && !(scalar == SCALAR_F64 && !device->has_f64);
}

static bool all_supported(Session *s, const Device *device, const Port *ports,
			  int count)
{
	Place place = { .file = s->file };

	for (int i = 0; i < count; i++) {
		if (has_type(device, ports[i].scalar))
			continue;
		diag_add(s->diags, E0304, &place, scalar_name(ports[i].scalar),
			 "types that the device has",
			 "%s has type %s, which the device lacks",
			 ports[i].name, scalar_name(ports[i].scalar));
		return false;
	}
	return true;
}

const char *measure_inexact(Session *s, const Device *device)
{
	Text names = { 0 };
	const char *kept;

	if (s->options->fp != FP_STRICT)
		return NULL;
	accuracy_is_exact(s->program->body, device, &names);
	kept = arena_strdup(s->arena, text_string(&names));
	text_free(&names);
	return kept;
}

const char *measure_promise(Session *s, const Device *device)
{
	const char *inexact = measure_inexact(s, device);

	if (!inexact || !*inexact)
		return inexact ? "bit-identical to lift-tune eval" : NULL;
	return arena_printf(s->arena, "bit-identical to lift-tune eval but for "
			    "what depends on: %s", inexact);
}

bool measure_supports(Session *s, const Device *device)
{
	const char *inexact = measure_inexact(s, device);

	s->bit_exact = inexact && !*inexact;
	s->divides = device->has_correct_divide_sqrt;
	return all_supported(s, device, s->program->in_ports,
			     s->program->in_port_count)
	    && all_supported(s, device, s->program->out_ports,
			     s->program->output_count)
	    && room_on_device(s, device);
}

const Artifact *measure_generate(Session *s, Variant variant, const Expr *low,
				 const Device *device)
{
	return measure_generate_seen(s, variant, low, device, NULL, NULL);
}

const Artifact *measure_generate_seen(Session *s, Variant variant,
				      const Expr *low, const Device *device,
				      KernelsSee *see, void *context)
{
	CodegenOptions options = measure_codegen(s, variant, device);
	LegalFault fault = { 0 };
	const Artifact *artifact = codegen_seen(s->arena, s->program, low,
						device, &options, see, context,
						&fault);

	if (!artifact)
		fault_tell(s, low, &fault);
	return artifact;
}

bool measure_refused(Session *s, const Device *device)
{
	return !measure_generate(s, (Variant){ 0 }, s->program->body, device);
}
