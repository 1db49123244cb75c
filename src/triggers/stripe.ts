// Stripe: `Stripe-Signature: t=<seconds>,v1=<hex>` of HMAC-SHA-256 over `<seconds>.<body>`; one v1 for each secret while one is
// rolled. The secret is used as its text, `whsec_` included.

import { isJsonObject } from "../core/json.ts";
import { textKeys, textSecretProblem, verifySignatures } from "./signature.ts";
import { parseTime, verifyTime } from "./timestamp.ts";
import { refuse, type Trigger, WINDOW_MS } from "./trigger.ts";

/** Events of a Stripe account. */
export const stripe: Trigger = {
  name: "stripe",
  windowMs: WINDOW_MS,
  secretProblem: textSecretProblem,
  async verify({ headers, body, now }, secrets, windowMs) {
    const line = headers.get("stripe-signature");
    if (!line) return refuse("signature_missing");
    const [times, signatures] = ["t=", "v1="].map((name) => listValues(line, name));
    const [time, second] = times ?? [];
    if (time === undefined) return refuse("timestamp_missing");
    const at = second === undefined ? parseTime(time) : undefined;
    if (at === undefined) return refuse("timestamp_malformed");
    const verdict = await verifySignatures({
      algorithm: "sha256",
      encoding: "hex",
      signatures: signatures ?? [],
      message: [`${time}.`, body],
    }, textKeys(secrets));
    return verdict.verified ? verifyTime(at, now, windowMs) : verdict;
  },
  factsOf({ payload }) {
    const { id, type } = isJsonObject(payload) ? payload : {};
    return {
      id: typeof id === "string" ? id : undefined,
      event: typeof type === "string" ? type : undefined,
    };
  },
};

function listValues(line: string, name: string): readonly string[] {
  return line.split(",").map((item) => item.trim()).filter((item) => item.startsWith(name))
    .map((item) => item.slice(name.length));
}
