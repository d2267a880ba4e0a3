# Writes the C file that makes the functions of the files that it is given part
# of the program: each from the line at the margin that begins it to the brace
# there.
BEGIN {
	print "/* Made by functions.awk. */"
	print "#include \"codegen_opencl/functions.h\"\n"
	print "const FunctionText function_texts[] = {"
}
/^\/\*/ { comment = 1 }
!comment && !inside && /^[a-z]/ {
	name = $0
	sub(/\(.*/, "", name)
	sub(/.* /, "", name)
	called = name
	wide = sub(/_double@$/, "_@", name)
	sub(/_float@$/, "_@", name)
	print "\t{ \"" name "\", \"" called "\", " wide ","
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
	print "\t{ 0, 0, 0, 0 },\n};"
}
