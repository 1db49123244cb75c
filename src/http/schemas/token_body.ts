// The body of POST /v1/tokens.

import * as z from "zod/mini";
import { NAME, THREAD_ID } from "../../core/text/id.ts";
import { person, userName } from "./requests.ts";
import { describeFields } from "../../core/text/field_meanings.ts";

/** What a token may permit; `manage` is for keys alone. */
export const TOKEN_SCOPES = ["read", "run", "decide"] as const;

/** A scope of {@link TOKEN_SCOPES}. */
export type TokenScope = typeof TOKEN_SCOPES[number];

/** The id of one thread. */
export const threadId = z.string().check(z.regex(THREAD_ID, `must match ${THREAD_ID.source}`));

/** The first characters of ids of threads. With a separator at their end, since `ann` is the beginning of `annabel` too. */
export const threadPrefix = z.string().check(
  z.regex(/^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}$/, "must be 1 to 64 characters of an id"),
  z.regex(/[_.:-]$/, "must end with a separator: one of . : _ -"),
);

/** Agents by their names. */
export const agentNames = z.array(z.string().check(z.regex(NAME, `must match ${NAME.source}`))).check(
  z.minLength(1),
  z.maxLength(20),
);

/** `POST /v1/tokens`. */
export const tokenBody = z.strictObject({
  user: z.optional(userName),
  by: z.optional(person),
  agents: agentNames,
  thread: z.optional(threadId),
  threadPrefix: z.optional(threadPrefix),
  scopes: z._default(z.array(z.enum(TOKEN_SCOPES)).check(z.minLength(1), z.maxLength(3)), ["read", "run"]),
  expiresInSeconds: z._default(z.int().check(z.minimum(1), z.maximum(86_400)), 900),
}).check(({ value: { user, by, thread, threadPrefix: prefix }, issues, value }) => {
  if ((user === undefined) === (by === undefined)) {
    const message = user === undefined ? "is missing; or give by" : "goes without by";
    issues.push({ code: "custom", path: ["user"], message, input: value });
  }
  if (thread !== undefined && prefix !== undefined) {
    issues.push({ code: "custom", path: ["threadPrefix"], message: "goes without thread", input: value });
  }
});
/* @__PURE__ */ describeFields(tokenBody, {
  user: "The token has the threads of this user alone, and its steps are booked to the user; this or `by`",
  by: "In place of `user`, for threads of all users: the person as records name it",
  agents: "Names of the agents whose threads the token has",
  thread: "The only thread of the token, with the branches of its chat",
  threadPrefix:
    "How the ids of its threads begin, such as `ann.`: 1 to 64 characters with a separator at their end; not with `thread`",
  scopes: "What the token permits",
  expiresInSeconds: "Seconds that the token is good for",
});
