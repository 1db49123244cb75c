// Responses of doors.

import * as z from "zod/mini";

/** One chunk of the UI message stream v1 of the AI SDK, by its `type`; its package has the schema. */
export const uiMessageChunkSchema = z.looseObject({
  type: z.string().check(z.describe("`start`, `text-delta`, `tool-output-available`, `finish`, ...")),
});
