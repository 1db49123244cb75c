/** The one token of a bridge, compared in a time that does not depend on where two tokens differ. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AgentError } from "../core/error.ts";
import type { Target } from "./call.ts";

/** Whether a request shows the token: as `Authorization: Bearer <token>` or `?_token=<token>`. */
export type Authorized = (request: IncomingMessage, target: Target) => boolean;

/**
 * The check for one token.
 *
 * @throws AgentError `config_invalid` for an empty one, which every caller would have
 */
export function requireToken(token: string): Authorized {
  if (token === "") throw new AgentError("config_invalid", "The token of the bridge is empty.");
  const expected = digest(token);
  return ({ headers }, { query }) => {
    const presented = query.get("_token") ?? /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
    return presented !== undefined && timingSafeEqual(digest(presented), expected);
  };
}

/** Digests have equal lengths, which the comparison needs and which hides the length of the token. */
function digest(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}
