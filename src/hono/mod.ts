// The entry `@treadle/treadle/hono`: the HTTP surface as a Hono app, and the types of its routes for `hc` of hono/client.

export type { AppOptions } from "../app.ts";
export { type AppType, createApp } from "../treadle/app.ts";
export type { App, HttpContext, HttpDeps, HttpEnv, Invocation } from "../http/context.ts";
export { problemResponse } from "../http/errors.ts";
export type { Access } from "../http/access/access.ts";
export type { Authenticate, Identity } from "../http/access/identity.ts";
export type { Caller, Keyring, StoredKeys } from "../http/access/keyring.ts";
