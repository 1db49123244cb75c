// GitHub: `X-Hub-Signature-256: sha256=<hex>` of HMAC-SHA-256 over the body. It signs no time, and none of the other headers, so
// `X-GitHub-Delivery` identifies nothing: a recorded delivery may come again with another one.

import { isJsonObject } from "../core/json.ts";
import { textKeys, textSecretProblem, verifySignatures } from "./signature.ts";
import { refuse, type Trigger } from "./trigger.ts";

const PREFIX = "sha256=";

/** Deliveries of webhooks of repositories, organisations and apps of GitHub. */
export const github: Trigger = {
  name: "github",
  windowMs: undefined,
  secretProblem: textSecretProblem,
  async verify({ headers, body }, secrets) {
    const line = headers.get("x-hub-signature-256");
    if (!line) return refuse("signature_missing");
    if (!line.startsWith(PREFIX)) return refuse("signature_malformed");
    return await verifySignatures({
      algorithm: "sha256",
      encoding: "hex",
      signatures: [line.slice(PREFIX.length)],
      message: [body],
    }, textKeys(secrets));
  },
  factsOf({ headers, payload }) {
    const event = headers.get("x-github-event");
    const action = isJsonObject(payload) ? payload.action : undefined;
    return {
      id: undefined,
      event: event === null ? undefined : typeof action === "string" ? `${event}.${action}` : event,
    };
  },
  // The first delivery of a new webhook.
  greetingOf: ({ headers }) => headers.get("x-github-event") === "ping" ? { status: "pong" } : undefined,
};
