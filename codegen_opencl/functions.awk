# Writes the C file that makes the functions of the files that it is given part
# of the program: each from the line at the margin that begins it to the brace
# there; one of type real for float and for double.
BEGIN {
	print "/* Made by functions.awk. */"
	print "#include \"codegen_opencl/functions.h\"\n"
	print "const FunctionText function_texts[] = {"
}
/^\/\*/ { comment = 1 }
# With a mark (source.h) before each function that was there before, or is this.
function marked(text,    all, word) {
	while (match(text, /[A-Za-z_0-9]+@/)) {
		word = substr(text, RSTART, RLENGTH)
		all = all substr(text, 1, RSTART - 1) \
			(word in names ? "\001" : "") word
		text = substr(text, RSTART + RLENGTH)
	}
	return all text
}
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
	names[called]
	text = marked(text)
	gsub(/\\/, "&&", text)
	gsub(/"/, "\\\"", text)
	gsub(/\n/, "\\n\"\n\t\"", text)
	gsub(/\001/, "\\1", text)
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
