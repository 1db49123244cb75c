// Response schemas of the routes of links to threads. As all of this folder, they are for openapi.json and tests.

import * as z from "zod/mini";
import { media } from "./entries.ts";
import { time } from "./parts.ts";

/** A link as the owner of the thread sees it. */
export const shareSchema = z.object({
  id: z.string().check(z.describe("Revokes it; it is no address")),
  createdAt: time,
  by: z.nullable(z.string()).check(z.describe("The caller that has made it: a key, or `user:<user>`")),
  expiresAt: z.nullable(time).check(z.describe("Until when it is good; null until it is revoked")),
  version: z.int().check(z.describe("Version of the thread up to which it shows entries")),
  entries: z.int().check(z.describe("Number of those entries, those that it leaves out among them")),
}).check(z.describe("A link to a thread, without its address"));

/** POST /v1/threads/{id}/shares. */
export const newShareSchema = z.object({
  ...shareSchema.shape,
  url: z.url().check(
    z.describe("The address, by which any client reads the thread; no later response has it"),
  ),
}).check(z.describe("A link to a thread with its address"));

/** GET /v1/threads/{id}/shares, and DELETE. */
export const shareListSchema = z.object({
  shares: z.array(shareSchema).check(z.describe("Those that are good, the oldest first")),
}).check(z.describe("The links of a thread"));

/** A medium of an input of a thread that is read by a link. */
export const sharedMedium = z.object({
  type: media.shape.type,
  mediaType: media.shape.mediaType,
  name: media.shape.name,
  url: z.optional(z.url()).check(
    z.describe(
      "Where any client reads the bytes as long as the link is good; absent where the provider reads a URL",
    ),
  ),
}).check(z.describe("A medium of an input"));

/** A message of a thread that is read by a link. */
export const sharedMessage = z.object({
  role: z.enum(["user", "assistant"]),
  parts: z.array(z.union([z.object({ type: z.literal("text"), text: z.string() }), sharedMedium])).check(
    z.describe("At least one, in their order"),
  ),
}).check(z.describe("An input, or the words of an answer"));

/** GET /shared/{token}. */
export const sharedThreadSchema = z.object({
  title: z.nullable(z.string()).check(z.describe("As the thread has it now")),
  sharedAt: time.check(z.describe("When the link was made: what came later is not in it")),
  expiresAt: z.nullable(time).check(z.describe("Until when the link is good; null until it is revoked")),
  messages: z.array(sharedMessage).check(z.describe("Those of 200 entries, the oldest first")),
  next: z.nullable(z.int()).check(z.describe("`after` of the next page; null at the end")),
}).check(z.describe("A thread by a link: no calls, results, reasoning, instructions, users or costs"));
