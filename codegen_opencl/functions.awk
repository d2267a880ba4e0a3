# Writes the C file that makes the functions of the files that it is given part
# of the program: each from the line at the margin that begins it to the brace
# there; one of type real for float and for double.
BEGIN {
	print "/* Made by functions.awk. */"
	print "#include \"codegen_opencl/functions.h\"\n"
	print "const FunctionText function_texts[] = {"
}
/^\/\*/ { comment = 1 }
function put(text, type, limits,    name, called, wide) {
	gsub(/real@/, type "@", text)
	gsub(/REAL_/, limits, text)
	name = text
	sub(/\(.*/, "", name)
	sub(/.* /, "", name)
	called = name
	wide = sub(/_double@$/, "_@", name)
	sub(/_float@$/, "_@", name)
	sub(/_uint@$/, "_@", name)
	gsub(/\\/, "&&", text)
	gsub(/"/, "\\\"", text)
	gsub(/\n/, "\\n\"\n\t\"", text)
	print "\t{ \"" name "\", \"" called "\", " wide ",\n\t\"" text \
		"\\n\"\n\t},"
}
!comment && !inside && /^[a-z]/ {
	text = ""
	inside = 1
}
inside {
	text = text (text == "" ? "" : "\n") $0
}
inside && /^}/ {
	if (text ~ /real@/) {
		put(text, "float", "FLT_")
		put(text, "double", "DBL_")
	} else {
		put(text, "", "")
	}
	inside = 0
}
/\*\/$/ { comment = 0 }
END {
	print "\t{ 0, 0, 0, 0 },\n};"
}
