// Response schemas of the routes of keys. As all of this folder, they are for openapi.json and tests.

import * as z from "zod/mini";
import { SCOPES } from "../../../core/contract/scope.ts";
import { time } from "./parts.ts";

const ofStored = z.nullable(time);

/** A key as operators see it. */
export const keySchema = z.object({
  name: z.string().check(z.describe("Records and the log name it `key_<name>`")),
  origin: z.enum(["stored", "variable"]).check(
    z.describe("`variable`: of `TREADLE_API_KEYS`, where it is changed; its times are null"),
  ),
  scopes: z.array(z.enum(SCOPES)).check(z.describe("What it permits")),
  createdAt: ofStored,
  by: z.nullable(z.string()).check(z.describe("The key that has made it")),
  rotatedAt: ofStored.check(z.describe("When it got its secret; null for that of its making")),
  previousUntil: ofStored.check(z.describe("Until when a secret from before a rotation is good")),
  expiresAt: ofStored.check(z.describe("Until when it is good; null for ever")),
  lastUsedAt: ofStored.check(z.describe("To about an hour; null when it was not used")),
}).check(z.describe("A key, without its text"));

/** POST /v1/keys, and POST /v1/keys/{name}/rotate. */
export const newKeySchema = z.object({
  ...keySchema.shape,
  key: z.string().check(z.describe("Sent as `Authorization: Bearer <key>`; no later response has it")),
}).check(z.describe("A key with its text"));

/** GET /v1/keys. */
export const keyListSchema = z.object({
  keys: z.array(keySchema).check(z.describe("Those of the variable, then those of the store by their names")),
}).check(z.describe("The keys of the tenant"));
