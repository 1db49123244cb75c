// The file of results of `treadle eval`: it is read before a run, and each attempt is appended as it ends.

import { appendFile, readFile, writeFile } from "node:fs/promises";
import type { Attempt } from "../../evaluation/data/attempt.ts";
import { attemptsOf, headOf, parseRunFile, toLine } from "../../evaluation/data/run_file.ts";
import type { Evaluation } from "../../evaluation/define.ts";

/** A file of results, or nothing where none is named. */
export interface Results {
  /**
   * The attempts of an evaluation that are done. The head of the evaluation is written where the file lacks it.
   *
   * @throws {AgentError} invalid_request - the file has another version of the evaluation
   */
  attempts(evaluation: Evaluation): Promise<readonly Attempt[]>;
  append(attempt: Attempt): Promise<void>;
}

/**
 * Opens the file. A line that was cut off is removed.
 *
 * @throws {AgentError} invalid_request - a line is no result
 */
export async function openResults(path: string | undefined): Promise<Results> {
  if (path === undefined) return { attempts: () => Promise.resolve([]), append: () => Promise.resolve() };
  const text = await readFile(path, "utf8").catch((thrown) => {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return "";
    throw thrown;
  });
  const file = parseRunFile(text);
  if (file.text !== text) await writeFile(path, file.text);
  return {
    async attempts(evaluation) {
      const found = attemptsOf(file, evaluation);
      if (found === undefined) await appendFile(path, toLine(headOf(evaluation)));
      return found ?? [];
    },
    append: (attempt) => appendFile(path, toLine(attempt)),
  };
}
