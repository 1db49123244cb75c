/**
 * Seconds of the files of a job, which run one after the other in one process: the module of a job declares a mark before each file
 * and one behind the last. A mark is a test that passes; it is not counted.
 */
import process from "node:process";

/** Seconds that the tests of a file took. */
export interface FileTime {
  readonly file: string;
  /** Of the processor, in this process: the same however busy the machine is. */
  readonly processor: number;
  /** Of the clock. */
  readonly clock: number;
}

/** Seconds that a file of the first tier may take. */
export const MOST_SECONDS = 3;

const MARK = "== ";

/** Whether a test is a mark. */
export function isMark(name: string): boolean {
  return name.startsWith(MARK);
}

/** Declares the mark before a file. */
export type DeclareMark = (file: string) => void;

/** The marks of a job. The last one, before no file, writes the times of all files to `path`, as JSON. */
export function declareMarks(path: string): DeclareMark {
  const times: FileTime[] = [];
  let last = { file: "", ...now() };
  return (file) =>
    Deno.test(`${MARK}${file}`, async () => {
      const next = { file, ...now() };
      if (last.file !== "") {
        times.push({
          file: last.file,
          processor: next.processor - last.processor,
          clock: next.clock - last.clock,
        });
      }
      last = next;
      if (file === "") await Deno.writeTextFile(path, JSON.stringify(times));
    });
}

function now() {
  const { user, system } = process.cpuUsage();
  return { processor: (user + system) / 1e6, clock: performance.now() / 1000 };
}

/** Seconds that a file of the first tier takes on average, on the two idle cores where the limit was set. */
const MEAN_SECONDS = 0.3;

/** How much slower this machine is than that where the limit was set: by what it is, what else it does, and counting lines. */
export interface Slowness {
  readonly processor: number;
  readonly clock: number;
}

/** What the average of all files of the first tier says of the machine. */
export function slownessOf(times: readonly FileTime[]): Slowness {
  const ratioOf = (of: (time: FileTime) => number) =>
    Math.max(1, times.reduce((sum, time) => sum + of(time), 0) / times.length / MEAN_SECONDS);
  return { processor: ratioOf(({ processor }) => processor), clock: ratioOf(({ clock }) => clock) };
}

/**
 * The files that take longer than they may, with their seconds on the machine where the limit was set, of the processor or of the clock.
 */
export function slowestOf(times: readonly FileTime[], slowness: Slowness): Map<string, number> {
  const seconds = times.map(({ file, processor, clock }): [string, number] => [
    file,
    Math.max(processor / slowness.processor, clock / slowness.clock),
  ]);
  return new Map(seconds.filter(([, each]) => each > MOST_SECONDS));
}
