# Writes the C file that makes the functions of functions.cl part of the
# program: each from the line at the margin that begins it to the brace there.
BEGIN {
	print "/* Made from functions.cl by functions.awk. */"
	print "#include \"codegen_opencl/functions.h\"\n"
	print "const FunctionText function_texts[] = {"
}
/^\/\*/ { comment = 1 }
!comment && !inside && /^[a-z]/ {
	name = $0
	sub(/\(.*/, "", name)
	sub(/.* /, "", name)
	wide = sub(/_double@$/, "_@", name)
	sub(/_float@$/, "_@", name)
	print "\t{ \"" name "\", " wide ","
	inside = 1
}
inside {
	gsub(/\\/, "&&")
	gsub(/"/, "\\\\&")
	print "\t\"" $0 "\\n\""
}
inside && /^}/ {
	print "\t},"
	inside = 0
}
/\*\/$/ { comment = 0 }
END {
	print "\t{ 0, 0, 0 },\n};"
}
