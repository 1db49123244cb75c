/** Reads what `deno test --junit-path` reports. The report mixes steps with tests; here only tests count. */
import { isMark } from "./file_times.ts";

export interface TestCounts {
  passed: number;
  /** Names of the tests that failed. */
  failed: string[];
  /** Names of the tests that did not run; a name says why (see requires.ts). */
  skipped: string[];
}

/**
 * Counts the tests of a JUnit report. A step is reported as `<name of its test> > <name of the step>`, perhaps under another
 * file than its test: a report files each under the line that declares it, which may be in a helper.
 */
export function readJunit(xml: string): TestCounts {
  const cases = [...xml.matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)]
    .map(([, header = "", body = ""]) => ({ name: nameOf(header), body }));
  const names = new Set(cases.map(({ name }) => name));
  const counts: TestCounts = { passed: 0, failed: [], skipped: [] };
  for (const { name, body } of cases) {
    if (isMark(name) || isStep(name, names)) continue;
    if (/<(failure|error)\b/.test(body)) counts.failed.push(name);
    else if (/<skipped\b/.test(body)) counts.skipped.push(name);
    else counts.passed += 1;
  }
  return counts;
}

/** The counts of several reports as one. */
export function mergeCounts(all: readonly TestCounts[]): TestCounts {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.flatMap(({ failed }) => failed),
    skipped: all.flatMap(({ skipped }) => skipped),
  };
}

function isStep(name: string, names: ReadonlySet<string>): boolean {
  return [...name.matchAll(/ > /g)].some(({ index }) => names.has(name.slice(0, index)));
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function nameOf(header: string): string {
  const escaped = /\bname="([^"]*)"/.exec(header)?.[1] ?? "";
  return escaped.replace(/&(#x?[0-9a-fA-F]+|\w+);/g, (whole, entity: string) => {
    if (!entity.startsWith("#")) return ENTITIES[entity] ?? whole;
    return String.fromCodePoint(Number(entity.startsWith("#x") ? `0${entity.slice(1)}` : entity.slice(1)));
  });
}
