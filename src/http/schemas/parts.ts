// The schemas of the parts of an input and of the media of a result, and the values that they are read as. Every check that needs no
// deployment is here, so that nothing is stored of content that is refused.

import * as z from "zod/mini";
import { listMedia, MEDIA_AT_ONCE, type NewPart, PARTS_AT_ONCE } from "../../core/content/new_part.ts";
import { MEDIA_KINDS } from "../../core/content/part.ts";
import { readMediaPart, URL_CHARS } from "../../core/content/read_media_part.ts";
import type { NewInput } from "../../kernel/request.ts";
import { findProblems } from "../problems.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

/** A medium as a caller writes it. */
export const written = z.strictObject(lazyShape(() => ({
  type: z.enum(MEDIA_KINDS),
  mediaType: z.string().check(
    z.maxLength(200),
  ),
  data: z.optional(z.string()),
  url: z.optional(
    z.string().check(
      z.maxLength(URL_CHARS),
    ),
  ),
  name: z.optional(z.string()),
})));
/* @__PURE__ */ describeFields(written, {
  type: "What it is; `file` is a document such as a PDF",
  mediaType: "The IANA media type, such as `image/png`; its kind must be the type of the part",
  data: "The bytes as base64; in place of `url`",
  url: "An https URL, which only the provider of the model reads; in place of `data`",
  name: "The name of the file",
});

/** The media of a result that a caller brings. */
export const mediaParts = z.pipe(
  z.array(written).check(z.minLength(1), z.maxLength(MEDIA_AT_ONCE)),
  z.transform((media, context) =>
    media.flatMap((mediaPart, index) => {
      const read = readMediaPart(mediaPart);
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

const text = z.string().check(z.minLength(1, "must not be empty"));
/** A part of an input. */
export const writtenPart = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text }),
  written,
]);
/** An input with media, as it is checked. */
export const parts = z.strictObject(lazyShape(() => ({
  parts: z.array(writtenPart).check(z.minLength(1), z.maxLength(PARTS_AT_ONCE)),
})));
/* @__PURE__ */ describeFields(parts, { parts: "Text and media in their order, at most 20 of them media" });

/** An input with media, loosely. The union around it has one message for all, so {@link readInput} checks it. */
export const inputOfParts = z.looseObject(lazyShape(() => ({
  parts: z.array(z.looseObject({
    type: z.enum(["text", ...MEDIA_KINDS]),
    text: z.optional(z.string()),
    mediaType: z.optional(z.string()),
    data: z.optional(z.string()),
    url: z.optional(z.string()),
    name: z.optional(z.string()),
  })),
})));

/** A wrong place within a value. */
interface PartProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The parts of an {@link inputOfParts}, or what is wrong with them. */
function readInput(value: z.output<typeof inputOfParts>): readonly NewPart[] | readonly PartProblem[] {
  const checked = parts.safeParse(value);
  if (!checked.success) {
    return findProblems(parts, value).map(({ path, detail, isUnknownKey }) => {
      return { path, message: isUnknownKey ? "is not known" : detail };
    });
  }
  const problems: PartProblem[] = [];
  const read = checked.data.parts.flatMap((part, index): NewPart[] => {
    if (part.type === "text") return [part];
    const mediaPart = readMediaPart(part);
    if ("source" in mediaPart) return [mediaPart];
    problems.push({ path: ["parts", index, mediaPart.field], message: mediaPart.problem });
    return [];
  });
  if (listMedia(read).length > MEDIA_AT_ONCE) {
    problems.push({ path: ["parts"], message: `must have at most ${MEDIA_AT_ONCE} media` });
  }
  return problems.length > 0 ? problems : read;
}

/** True for problems. */
function areProblems(
  read: readonly NewPart[] | readonly PartProblem[],
): read is readonly PartProblem[] {
  return read.some((item) => "path" in item);
}

/** One input of the user. */
export const oneInput = z.union([text, z.strictObject({ text }), inputOfParts]);
/** The inputs of the user. */
export const input = z.pipe(
  z.union(
    [oneInput, z.array(oneInput).check(z.minLength(1), z.maxLength(100))],
    "must be a text, {text}, {parts}, or a list of 1 to 100 of them; no text may be empty",
  ),
  z.transform((value, context) => {
    const isList = Array.isArray(value);
    return (isList ? value : [value]).flatMap((item, index): NewInput[] => {
      if (typeof item === "string") return [item];
      if (!("parts" in item)) return [item.text];
      const read = readInput(item);
      if (!areProblems(read)) return [read];
      for (const { path, message } of read) {
        context.issues.push({
          code: "custom",
          message,
          input: path,
          path: isList ? [index, ...path] : [...path],
        });
      }
      return [];
    });
  }),
);
