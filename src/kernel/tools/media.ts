// The media of an output: checked, stored, and named in the output where one is left out. A tool has run by then, so nothing here
// makes its call fail.

import { AgentError } from "../../core/error.ts";
import type { ExecutionContext } from "../../core/executor.ts";
import type { Json } from "../../core/json.ts";
import { MEDIA_AT_ONCE, type NewMedia } from "../../core/content/new_part.ts";
import type { MediaPart } from "../../core/content/part.ts";
import {
  type MediaPartProblem,
  readMediaPart,
  type WrittenMedium,
} from "../../core/content/read_media_part.ts";
import type { OutputWithMedia } from "../../core/content/with_media.ts";
import type { Tool } from "../../core/tool.ts";

/** An output and its stored media. */
export interface KeptOutput {
  readonly output: Json;
  readonly media?: readonly MediaPart[];
}

/** Stores the media. The output names those that are left out, and why. */
export async function keepMedia(
  { output, media }: OutputWithMedia,
  { maxMediaBytes = Infinity }: Pick<Tool, "maxMediaBytes">,
  { media: sink }: Pick<ExecutionContext, "media">,
): Promise<KeptOutput> {
  const left: string[] = [];
  const taken: NewMedia[] = [];
  const limit = Math.min(maxMediaBytes, sink?.maxBytes ?? Infinity);
  let bytes = 0;
  for (const [index, written] of Array.from(media).entries()) {
    const read = readWritten(written);
    const size = "source" in read && read.source.type === "data" ? read.source.bytes : 0;
    if (!("source" in read)) {
      left.push(`${describeMedium(written)} left out: its ${read.field} ${read.problem}`);
    } else if (index >= MEDIA_AT_ONCE) {
      left.push(`${describeMedium(written)} left out: an output has at most ${MEDIA_AT_ONCE} media`);
    } else if (bytes + size > limit) {
      left.push(
        `${describeMedium(written)} left out: it has ${size} bytes, and ${
          limit - bytes
        } of ${limit} are left`,
      );
    } else {
      taken.push(read);
      bytes += size;
    }
  }
  if (taken.length === 0) return { output: withNotes(output, left) };
  try {
    if (sink === undefined) throw new AgentError("internal", "nothing stores media here");
    return { output: withNotes(output, left), media: await sink.store(taken) };
  } catch (thrown) {
    const why = thrown instanceof AgentError ? thrown.message : "they could not be stored";
    return { output: withNotes(output, [...left, `${taken.length} media left out: ${why}`]) };
  }
}

/** What a tool returned may be untyped JavaScript: null, or an object whose properties throw. */
function readWritten(written: WrittenMedium): NewMedia | MediaPartProblem {
  try {
    return readMediaPart(written);
  } catch {
    return { field: "type", problem: "cannot be read" };
  }
}

function describeMedium(written: WrittenMedium): string {
  let type: unknown;
  let name: unknown;
  try {
    ({ type, name } = written);
  } catch {
    return "medium";
  }
  return name === undefined ? String(type) : `${type} ${String(name).slice(0, 100).toWellFormed()}`;
}

/** The output as it is without notes; else text gets a line each, and any other output stands beside them. */
function withNotes(output: Json, notes: readonly string[]): Json {
  if (notes.length === 0) return output;
  if (typeof output === "string") return [output, ...notes.map((note) => `[${note}]`)].join("\n");
  return { output, media: [...notes] };
}
