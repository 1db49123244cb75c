// One test of a public bug report: its input is read by the id of the report from ../shared, whose file is no part of the project.

import { needsShared, sharedPath } from "../../support/shared.ts";

interface Report {
  readonly id: string;
  readonly input: unknown;
}

/** Declares the test of a report, which gets the report's input in the shape that the test names. */
export function reports<Input>(id: string, holds: string, test: (input: Input) => Promise<void>): void {
  needsShared(`reports ${id}: ${holds}`, "reports.json", async () => {
    const all: readonly Report[] = JSON.parse(await Deno.readTextFile(sharedPath("reports.json")));
    const report = all.find((each) => each.id === id);
    if (report === undefined) throw new Error(`The shared reports have none with the id ${id}.`);
    await test(report.input as Input); // the test asserts what it reads of it
  });
}
