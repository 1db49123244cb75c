/**
 * Loaded before the tests of a job whose lines are counted: the programs that they start write no coverage. It makes a program half as
 * expensive again, and writes a file for each module of each process; what programs run of src is run by tests in their own process too.
 */
Deno.env.delete("DENO_COVERAGE_DIR");
