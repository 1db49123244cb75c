// How a server is spoken to: without a handshake since 2026-07-28, and before that in a session. It is plain data, since Workers bind
// connections and promises to the request that made them.

import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";

/** What a handshake has found. */
export type ProtocolVersion =
  /** `discover` is the server's answer to `server/discover`: with it no request goes before a call. */
  | { readonly type: "modern"; readonly discover: JsonObject }
  /** A session of 2025-11-25 or older. `version` is empty before its handshake, `session` where the server keeps none. */
  | { readonly type: "legacy"; readonly version: string; readonly session: string };

/** A stored protocol version; undefined for another value. */
export function readProtocolVersion(json: Json | undefined): ProtocolVersion | undefined {
  if (!isJsonObject(json)) return undefined;
  const { type, discover } = json;
  if (type === "modern") return isJsonObject(discover) ? { type, discover } : undefined;
  return type === "legacy" ? { type, version: "", session: "" } : undefined;
}

/** A protocol version as the store keeps it: a session belongs to the isolate that began it. */
export function toStoredProtocolVersion(protocolVersion: ProtocolVersion): ProtocolVersion {
  return protocolVersion.type === "modern" ? protocolVersion : { type: "legacy", version: "", session: "" };
}
