// Standard Webhooks (standardwebhooks.com, specification 1.0.0), and Svix, which sends the same under its own header names:
// `v1,<base64>` of HMAC-SHA-256 over `<id>.<seconds>.<body>`; several signatures with blanks between while a key is rotated.

import { isJsonObject } from "../core/json.ts";
import { decode, verifySignatures } from "./signature.ts";
import { parseTime, verifyTime } from "./timestamp.ts";
import { refuse, type Trigger, WINDOW_MS } from "./trigger.ts";

/** Fewest bytes of a secret by the specification. */
const LEAST_BYTES = 24;

/** Names of the headers, those of the specification first. */
const PREFIXES = ["webhook", "svix"] as const;

/** Deliveries of Standard Webhooks and of Svix. */
export const standard: Trigger = {
  name: "standard",
  windowMs: WINDOW_MS,
  secretProblem(secret) {
    const key = parseKey(secret);
    if (key === undefined) return "must be whsec_ and base64";
    return key.length < LEAST_BYTES ? `must have at least ${LEAST_BYTES} bytes in base64` : undefined;
  },
  async verify({ headers, body, now }, secrets, windowMs) {
    const [id, time, line] = ["id", "timestamp", "signature"].map((name) => findHeader(headers, name));
    if (!line) return refuse("signature_missing");
    if (!id) return refuse("id_missing");
    // With a dot in it, a part of what was signed as the body could be the time (specification 1.0.0, signature scheme).
    if (id.includes(".")) return refuse("id_malformed");
    if (!time) return refuse("timestamp_missing");
    const at = parseTime(time);
    if (at === undefined) return refuse("timestamp_malformed");
    const verdict = await verifySignatures({
      algorithm: "sha256",
      encoding: "base64",
      signatures: line.split(" ").filter((each) => each.startsWith("v1,")).map((each) => each.slice(3)),
      message: [`${id}.${time}.`, body],
    }, secrets.map(parseKey).filter((key) => key !== undefined));
    return verdict.verified ? verifyTime(at, now, windowMs) : verdict;
  },
  factsOf({ headers, payload }) {
    const type = isJsonObject(payload) ? payload.type : undefined;
    return { id: findHeader(headers, "id"), event: typeof type === "string" ? type : undefined };
  },
};

function findHeader(headers: Pick<Headers, "get">, name: string): string | undefined {
  const values = PREFIXES.map((prefix) => headers.get(`${prefix}-${name}`));
  return values.find((value) => value !== null && value !== "") ?? undefined;
}

function parseKey(secret: string): Uint8Array<ArrayBuffer> | undefined {
  return decode(secret.replace(/^whsec_/, ""), "base64");
}
