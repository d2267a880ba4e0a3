# Writes the C file that makes the texts of the rule files part of the program.
function base(path) {
	sub(/^.*\//, "", path)
	return path
}
BEGIN {
	print "/* Made from the *.rules files by embed.awk. */"
	print "#include \"rules/rules_text.h\"\n"
	print "const RulesText rules_texts[] = {"
}
FNR == 1 {
	if (NR > 1)
		print "\t},"
	print "\t{ \"" base(FILENAME) "\","
}
{
	gsub(/\\/, "&&")
	gsub(/"/, "\\\\&")
	print "\t\"" $0 "\\n\""
}
END {
	print "\t},\n\t{ 0, 0 },\n};"
}
