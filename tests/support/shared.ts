/**
 * The ../shared folder beside the project: recordings, schemas and data that a clone alone does not have. Absent, a test that
 * reads it is skipped and its name says why; with REQUIRE_SHARED=1 absence is a failure. Only this module knows where the
 * folder is, so that the tests which may read it are those that import it (see runner/reaching.ts).
 */
import { fromFileUrl, projectRoot } from "./project.ts";
import { exists, needs, type TestFunction, type TestOptions } from "./requires.ts";

/** Whether the absence of anything in ../shared is a failure: REQUIRE_SHARED=1. */
export const sharedRequired: boolean = Deno.env.get("REQUIRE_SHARED") === "1";

/** Declares a test that reads `relativePath` of the ../shared folder (see `sharedPath`); a clone alone does not have it. */
export function needsShared(
  name: string,
  relativePath: string,
  fn: TestFunction,
  options: TestOptions = {},
): void {
  const path = sharedPath(relativePath);
  const available = exists(path);
  needs(
    { available, path, reason: available ? "" : `../shared/${relativePath} not found` },
    sharedRequired,
    name,
    fn,
    options,
  );
}

/** The absolute path of a file or folder in ../shared: `sharedPath("fixtures", "expected.json")`. */
export function sharedPath(...parts: string[]): string {
  return fromFileUrl(new URL(["../shared", ...parts].join("/"), projectRoot));
}
