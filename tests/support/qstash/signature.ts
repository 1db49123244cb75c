// The signature of a delivery: a JSON Web Token (HS256) as QStash makes it, and forged ones of every kind.

const utf8 = new TextEncoder();

/** The claims of a delivery's signature; times in epoch seconds. */
export interface DeliveryClaims {
  readonly iss: string;
  readonly sub: string;
  readonly exp: number;
  readonly nbf: number;
  readonly iat: number;
  readonly jti: string;
  /** SHA-256 of the body as base64url with its padding. */
  readonly body: string;
}

/** Seconds that a signature is good for. */
const SIGNED_SECONDS = 300;

/** The claims that QStash makes for a delivery at this time. */
export async function claimsOf(url: string, body: string, now: number): Promise<DeliveryClaims> {
  const iat = Math.floor(now / 1000);
  return {
    iss: "Upstash",
    sub: url,
    iat,
    nbf: iat,
    exp: iat + SIGNED_SECONDS,
    jti: `jwt_${crypto.randomUUID().replaceAll("-", "")}`,
    body: `${base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(body))))}=`,
  };
}

/** A token of any claims under any algorithm of HMAC, or none. */
export async function signJwt(
  claims: object,
  key: string,
  alg: "HS256" | "HS384" | "HS512" | "none" = "HS256",
): Promise<string> {
  const head = base64url(utf8.encode(JSON.stringify({ alg, typ: "JWT" })));
  const signed = `${head}.${base64url(utf8.encode(JSON.stringify(claims)))}`;
  if (alg === "none") return `${signed}.`;
  const algorithm = { name: "HMAC", hash: `SHA-${alg.slice(2)}` };
  const imported = await crypto.subtle.importKey("raw", utf8.encode(key), algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", imported, utf8.encode(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

/** Without padding. */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
