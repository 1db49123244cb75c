// The id of a conversation in the body of a request.

import * as z from "zod/mini";
import { THREAD_ID } from "../../core/text/id.ts";

/** That of its first thread, or of one of its branches. */
export const conversationId = z.string().check(
  z.regex(THREAD_ID, `must match ${THREAD_ID.source}`),
  z.maxLength(105),
);
