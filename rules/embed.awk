# Writes the C file that makes the texts of rule files part of the program:
# embed.awk -v name=rules_texts -v header=rules/rules_text.h FILE...
function base(path) {
	sub(/^.*\//, "", path)
	return path
}
BEGIN {
	print "/* Made by rules/embed.awk. */"
	print "#include \"" header "\"\n"
	print "const RulesText " name "[] = {"
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
