// The parts of an input and the media of a result: what a caller writes, and what it is read as. Every check that needs no
// deployment is here, so that nothing is stored of content that is refused.

import * as z from "zod/mini";
import { readBase64 } from "../../core/content/base64.ts";
import { contradiction, kindOf, readMediaType } from "../../core/content/media_type.ts";
import {
  MEDIA_AT_ONCE,
  mediaOf,
  type NewMedia,
  type NewPart,
  PARTS_AT_ONCE,
} from "../../core/content/new_part.ts";
import { MEDIA_KINDS } from "../../core/content/part.ts";
import { check } from "../../core/problems.ts";

/** Most characters of an URL. */
const URL_CHARS = 4_096;

const written = z.strictObject({
  type: z.enum(MEDIA_KINDS),
  mediaType: z.string().check(
    z.maxLength(200),
    z.describe("The IANA media type, such as image/png; its kind must be the type of the part"),
  ),
  data: z.optional(z.string().check(z.describe("The bytes as base64; in place of url"))),
  url: z.optional(
    z.string().check(
      z.maxLength(URL_CHARS),
      z.describe("An https URL, which only the provider of the model reads; in place of data"),
    ),
  ),
  name: z.optional(
    z.string().check(
      z.regex(
        /^[^\p{Cc}\p{Cs}/\\]{1,255}$/u,
        "must be 1 to 255 characters without control characters and slashes",
      ),
    ),
  ),
});

type Written = z.output<typeof written>;

/** The media of a result that a caller brings. */
export const mediaParts = z.pipe(
  z.array(written).check(z.minLength(1), z.maxLength(MEDIA_AT_ONCE)),
  z.transform((media, context) =>
    media.flatMap((medium, index) => {
      const read = readMedium(medium);
      if ("source" in read) return [read];
      context.issues.push({
        code: "custom",
        message: read.problem,
        input: read.field,
        path: [index, read.field],
      });
      return [];
    })
  ),
);

const part = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string().check(z.minLength(1, "must not be empty")) }),
  written,
]);
const parts = z.strictObject({
  parts: z.array(part).check(z.minLength(1), z.maxLength(PARTS_AT_ONCE)),
});

/** An input with media as a caller writes it. The union around it has one message for all, so {@link readInput} checks it. */
export const inputOfParts = z.looseObject({
  parts: z.array(z.looseObject({
    type: z.enum(["text", ...MEDIA_KINDS]),
    ...{ text: z.optional(z.string()), mediaType: z.optional(z.string()) },
    ...{ data: z.optional(z.string()), url: z.optional(z.string()), name: z.optional(z.string()) },
  })),
});

/** A wrong place within a value. */
export interface PartProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The parts of an {@link inputOfParts}, or what is wrong with them. */
export function readInput(value: z.output<typeof inputOfParts>): readonly NewPart[] | readonly PartProblem[] {
  const checked = check(parts, value);
  if (!checked.ok) return checked.problems.map(({ path, detail }) => ({ path, message: detail }));
  const problems: PartProblem[] = [];
  const read = checked.value.parts.flatMap((part, index): NewPart[] => {
    if (part.type === "text") return [part];
    const medium = readMedium(part);
    if ("source" in medium) return [medium];
    problems.push({ path: ["parts", index, medium.field], message: medium.problem });
    return [];
  });
  if (mediaOf(read).length > MEDIA_AT_ONCE) {
    problems.push({ path: ["parts"], message: `must have at most ${MEDIA_AT_ONCE} media` });
  }
  return problems.length > 0 ? problems : read;
}

/** True for problems. */
export function areProblems(
  read: readonly NewPart[] | readonly PartProblem[],
): read is readonly PartProblem[] {
  return read.some((item) => "path" in item);
}

/** What is wrong with one field of a medium. */
interface MediumProblem {
  readonly field: keyof Written;
  readonly problem: string;
}

/** A medium as the runtime takes it, or the first thing that is wrong with it. */
export function readMedium(
  { type, mediaType: given, data, url, name }: Written,
): NewMedia | MediumProblem {
  const mediaType = readMediaType(given);
  if (mediaType === undefined) {
    return { field: "mediaType", problem: "must be a media type such as image/png" };
  }
  const kind = kindOf(mediaType);
  if (kind !== type) {
    return { field: "mediaType", problem: `is of the type ${kind}: ${mediaType}` };
  }
  if ((data === undefined) === (url === undefined)) {
    return { field: data === undefined ? "data" : "url", problem: "goes alone: a medium has data or a url" };
  }
  const named = { type, mediaType, ...(name === undefined ? {} : { name }) };
  if (url !== undefined) {
    const problem = whyNotUrl(url);
    return problem === undefined ? { ...named, source: { type: "url", url } } : { field: "url", problem };
  }
  const read = readBase64(data ?? "");
  if (read === undefined) {
    const hint = data?.startsWith("data:") ? "; leave out what comes before the comma of a data: URL" : "";
    return { field: "data", problem: `must be base64 of the alphabet with + and /, on one line${hint}` };
  }
  const other = contradiction(mediaType, read.base64);
  if (other === undefined) return { ...named, source: read };
  const what = other === "unknown" ? `is not ${mediaType}` : `is ${other}, not ${mediaType}`;
  return { field: "data", problem: `${what}, by its first bytes` };
}

function whyNotUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== "https:") return "must be an https URL; send the bytes of any other as data";
  return url.username === "" && url.password === "" ? undefined : "must have no user and no password";
}
