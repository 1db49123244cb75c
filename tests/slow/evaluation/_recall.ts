// `treadle eval` of the data sets for the selection of tools.

import { sharedPath } from "../../support/shared.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { type Ran, runTreadle } from "../../cli/_treadle.ts";

/** What `treadle eval` prints of a data set. */
export function recall(set: string, ...words: string[]): Promise<Ran> {
  return runTreadle(
    { cwd: fromFileUrl(projectRoot) },
    "eval",
    "--tools",
    sharedPath("data", set, "tools.json"),
    "--queries",
    sharedPath("data", set, "queries.jsonl"),
    ...words,
  );
}
