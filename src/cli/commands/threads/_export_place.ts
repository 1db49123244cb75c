// Where exports are written: a file for each thread in a folder, one file, or the standard output.

import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "../../command_error.ts";
import { STANDARD } from "../../terminal/standard.ts";

/** The ending of an export's file. */
const ENDING = ".jsonl";

/** The ending of one that differs; no id has a `~`, so that it is the file of no other thread. */
const DIFFERS = `~differs${ENDING}`;

/** Takes exports. */
export interface ExportPlace {
  /** What it is called; undefined for the standard output. */
  readonly path: string | undefined;
  /**
   * Writes an export that has been verified, in place of an earlier one. Of one that differs the file has another name, and the standard
   * output has nothing. Returns the path of the file.
   */
  write(thread: string, bytes: Uint8Array<ArrayBuffer>, isSound: boolean): Promise<string | undefined>;
}

/**
 * The place that an option names: a path that ends with `.jsonl` is a file for one thread, any other a folder, which is made.
 *
 * @throws {CommandError} command_line_invalid - a file for several threads
 */
export async function openPlace(path: string | undefined, isOne: boolean): Promise<ExportPlace> {
  if (path === undefined) return { path, write: writeOut };
  const isFolder = !path.endsWith(ENDING) ||
    await stat(path).then((found) => found.isDirectory(), () => false);
  if (!isFolder && !isOne) {
    throw new CommandError(
      "command_line_invalid",
      `${path} is a file, which takes one thread by its id: name a folder, such as --out threads.`,
    );
  }
  if (isFolder) await mkdir(path, { recursive: true });
  return {
    path,
    async write(thread, bytes, isSound) {
      const whole = isFolder ? join(path, toFileName(thread)) : path;
      const file = isSound ? whole : `${whole.slice(0, -ENDING.length)}${DIFFERS}`;
      const part = `${file}.part`;
      try {
        await writeFile(part, bytes);
        await rename(part, file);
      } catch (thrown) {
        await rm(part, { force: true });
        throw thrown;
      }
      return file;
    },
  };
}

/** An id has letters, digits, `_`, `.`, `:` and `-`; no file of Windows has a colon. */
function toFileName(thread: string): string {
  return `${encodeURIComponent(thread)}${ENDING}`;
}

function writeOut(_thread: string, bytes: Uint8Array<ArrayBuffer>, isSound: boolean): Promise<undefined> {
  if (isSound) STANDARD.answer(new TextDecoder().decode(bytes));
  return Promise.resolve(undefined);
}
