# Writes the C file that makes the lines of the stub part of the program.
BEGIN {
	print "/* Made by stub.awk. */"
	print "#include \"codegen_opencl/files_names.h\"\n"
	print "const char *const stub_lines[] = {"
}
{
	gsub(/\\/, "&&")
	gsub(/"/, "\\\"")
	print "\t\"" $0 "\","
}
END {
	print "\t0,\n};"
}
