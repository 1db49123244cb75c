// QStash: `Upstash-Signature` is a JSON Web Token (HS256) over the destination, the times and the SHA-256 of the body. While the
// keys are rotated it is signed by the current or the next one.

import { isJsonObject, type JsonObject, parseUntrustedJson } from "../core/json.ts";
import { toBase64url } from "../core/text/byte_text.ts";
import { decode, textKeys, textSecretProblem, verifySignatures } from "./signature.ts";
import { refuse, type Trigger, type Verdict, VERIFIED } from "./trigger.ts";

/** Milliseconds by which clocks may differ: `exp` and `nbf` are the window itself. */
const TOLERANCE_MS = 30_000;

/** Most characters of a token: that of QStash has about 500. */
const MOST_CHARACTERS = 8_192;

/** Messages that QStash delivers. Their destination has to be the public URL of the request. */
export const qstash: Trigger = {
  name: "qstash",
  windowMs: TOLERANCE_MS,
  secretProblem: textSecretProblem,
  async verify({ headers, body, url, now }, secrets, windowMs) {
    const token = headers.get("upstash-signature");
    if (!token) return refuse("signature_missing");
    const parts = token.length > MOST_CHARACTERS ? [] : token.split(".");
    const [header = "", claims = "", signature = ""] = parts;
    if (parts.length !== 3 || readPart(header)?.alg !== "HS256") return refuse("signature_malformed");
    const verdict = await verifySignatures({
      algorithm: "sha256",
      encoding: "base64url",
      signatures: [signature],
      message: [`${header}.${claims}`],
    }, textKeys(secrets));
    if (!verdict.verified) return verdict;
    const read = readPart(claims);
    if (read === undefined) return refuse("signature_malformed");
    const verdictOfClaims = await verifyClaims(read, { url, now, body }, windowMs);
    if (!verdictOfClaims.verified) return verdictOfClaims;
    // The message id is in a header, which nothing signs. A repetition of a message has a token of its own.
    const { jti, exp } = read;
    const id = typeof jti === "string" && jti !== "" ? jti : claims;
    return { verified: true, token: { id, until: Number(exp) * 1000 + windowMs } };
  },
  factsOf({ headers, payload }) {
    const type = isJsonObject(payload) ? payload.type : undefined;
    return {
      id: headers.get("upstash-message-id") ?? undefined,
      event: typeof type === "string" ? type : undefined,
    };
  },
};

async function verifyClaims(
  { iss, sub, exp, nbf, body: digest }: JsonObject,
  { url, now, body }: { readonly url: string; readonly now: number; readonly body: Uint8Array<ArrayBuffer> },
  toleranceMs: number,
): Promise<Verdict> {
  if (iss !== "Upstash") return refuse("issuer_wrong");
  if (sub !== url) return refuse("destination_wrong");
  if (typeof exp !== "number" || typeof nbf !== "number") return refuse("timestamp_malformed");
  if (now > exp * 1000 + toleranceMs) return refuse("timestamp_old");
  if (now < nbf * 1000 - toleranceMs) return refuse("timestamp_ahead");
  // What is compared was signed: it needs no constant time.
  const own = toBase64url(new Uint8Array(await crypto.subtle.digest("SHA-256", body)));
  return typeof digest === "string" && digest.replace(/=+$/, "") === own ? VERIFIED : refuse("body_changed");
}

/** The JSON object of a part of a token. */
function readPart(part: string): JsonObject | undefined {
  const bytes = decode(part, "base64url");
  const value = bytes && parseUntrustedJson(new TextDecoder().decode(bytes));
  return isJsonObject(value) ? value : undefined;
}
