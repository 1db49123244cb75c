/**
 * `deno task test`: runs every test, holds src to its line coverage, and ends with the line `N passed, N failed`.
 * Arguments go to `deno test` (`deno task test tests/stores`, `deno task test --filter P2`); a partial run has no coverage gate.
 */
import { stripVTControlCharacters } from "node:util";
import { percentOf, readLcov, REQUIRED_PERCENT } from "./coverage.ts";
import { readJunit, type TestCounts } from "./junit.ts";
import { fromFileUrl, projectRoot } from "./project.ts";

const COVERAGE_FOLDER = ".cov";
const REPORT = `${COVERAGE_FOLDER}/junit.xml`;

/** Tests start wrangler and workerd, which must not report home nor look for the network. */
const QUIET = { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };

if (import.meta.main) {
  const partial = Deno.args.length > 0;
  const counts = await runTests(partial ? Deno.args : ["tests"]);
  if (partial) counts.skipped = counts.skipped.filter((name) => name.includes("[skipped: "));
  else if (counts.passed > 0 && !await coverageHolds()) {
    counts.failed.push(`line coverage of src is at least ${REQUIRED_PERCENT} %`);
  }
  report(counts);
  Deno.exit(counts.failed.length === 0 ? 0 : 1);
}

/** Streams `deno test`, then counts: the report, plus the files that failed before they could declare a test. */
async function runTests(args: string[]): Promise<TestCounts> {
  await Deno.remove(new URL(COVERAGE_FOLDER, projectRoot), { recursive: true }).catch(() => {});
  const options = [`--coverage=${COVERAGE_FOLDER}`, "--coverage-raw-data-only", `--junit-path=${REPORT}`];
  const tests = deno(["test", "--allow-all", ...options, ...args]).spawn();
  const [output, { success }] = await Promise.all([forward(tests.stdout), tests.status]);

  const counts = readJunit(await Deno.readTextFile(new URL(REPORT, projectRoot)).catch(() => ""));
  for (const [, file] of output.matchAll(/^Uncaught error from (\S+)/gm)) counts.failed.push(`${file} loads`);
  if (!success && counts.failed.length === 0) {
    counts.failed.push("deno test compiles and runs the tests (see above)");
  }
  return counts;
}

/** Passes output on as it comes, and returns all of it without its colours. */
async function forward(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const [shown, kept] = output.tee();
  const [text] = await Promise.all([
    new Response(kept).text(),
    shown.pipeTo(Deno.stdout.writable, { preventClose: true }),
  ]);
  return stripVTControlCharacters(text);
}

async function coverageHolds(): Promise<boolean> {
  const { stdout } = await deno(["coverage", "--lcov", COVERAGE_FOLDER]).output();
  await Deno.writeFile(new URL(`${COVERAGE_FOLDER}/lcov.info`, projectRoot), stdout);
  const files = readLcov(new TextDecoder().decode(stdout), fromFileUrl(projectRoot));
  const percent = percentOf(files);
  const show = (value: number) => value.toFixed(1).padStart(5);
  console.log(`\n${show(percent)} % of the lines of src are covered (required: ${REQUIRED_PERCENT} %)`);
  for (const file of files.slice(0, 10).filter((file) => percentOf([file]) < REQUIRED_PERCENT)) {
    console.log(`${show(percentOf([file]))} % ${file.path}`);
  }
  return percent >= REQUIRED_PERCENT;
}

function report(counts: TestCounts) {
  for (const name of counts.skipped) console.log(`skipped: ${name}`);
  for (const name of counts.failed) console.log(`FAILED: ${name}`);
  console.log(`\n${counts.passed} passed, ${counts.failed.length} failed`);
}

function deno(args: string[]): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args,
    cwd: projectRoot,
    env: Deno.stdout.isTerminal() && !Deno.noColor ? { ...QUIET, FORCE_COLOR: "1" } : QUIET,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  });
}
