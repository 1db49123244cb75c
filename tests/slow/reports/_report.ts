// One test of a public bug report: its input is read by the id of the report from ../shared, whose file is no part of the project.

import { exists, needsRedis } from "../../support/requires.ts";
import { needsShared, sharedPath } from "../../support/shared.ts";

const FILE = "reports.json";

interface Report {
  readonly id: string;
  readonly input: unknown;
}

/** Declares the test of a report, which gets the report's input in the shape that the test names. */
export function reports<Input>(id: string, holds: string, test: (input: Input) => Promise<void>): void {
  needsShared(`reports ${id}: ${holds}`, FILE, async () => await test(await inputOf(id)));
}

/** The same for a test that needs a redis-server. */
export function reportsOnRedis<Input>(
  id: string,
  holds: string,
  test: (input: Input) => Promise<void>,
): void {
  if (!exists(sharedPath(FILE))) return reports(id, holds, test);
  needsRedis(`reports ${id}: ${holds}`, async () => await test(await inputOf(id)));
}

async function inputOf<Input>(id: string): Promise<Input> {
  const all: readonly Report[] = JSON.parse(await Deno.readTextFile(sharedPath(FILE)));
  const report = all.find((each) => each.id === id);
  if (report === undefined) throw new Error(`The shared reports have none with the id ${id}.`);
  return report.input as Input; // the test asserts what it reads of it
}
