# Writes the C file that makes the text of the prelude part of the program.
BEGIN {
	print "/* Made from prelude.lift by prelude.awk. */"
	print "#include \"ir/front/notation_use.h\"\n"
	print "const char notation_prelude[] ="
}
{
	gsub(/\\/, "&&")
	gsub(/"/, "\\\\&")
	print "\t\"" $0 "\\n\""
}
END {
	print "\t;"
}
