// The registry of the components of openapi.json, and what their schemas share.

import * as z from "zod/mini";
import type { Json } from "../../core/json.ts";

/** The components of openapi.json. */
export const components = z.registry<{ id: string; description?: string }>();

/** A value of JSON that must be there. */
export const anyJson = z.custom<Json>((value) => value !== undefined, "must be a JSON value");

/** ISO 8601. */
export const time = z.iso.datetime();

/** A whole number from 0. */
export const count = z.int().check(z.minimum(0));
