// Signatures that QStash did not make for a delivery: forged, stale, and those of other deliveries.

import { claimsOf, signJwt } from "../../support/qstash/signature.ts";

export interface ForgedOptions {
  /** The public URL of POST /wake. */
  readonly destination: string;
  readonly body: string;
  readonly current: string;
  readonly next: string;
  /** The token that publishes. */
  readonly token: string;
}

/** By what is wrong with them; undefined stands for no header. */
export async function forgedSignatures(
  { destination, body, current, next, token }: ForgedOptions,
): Promise<Readonly<Record<string, string | undefined>>> {
  const claims = await claimsOf(destination, body, Date.now());
  const without = (name: keyof typeof claims) => ({ ...claims, [name]: undefined });
  const genuine = await signJwt(claims, current);
  const [head = "", payload = "", mac = ""] = genuine.split(".");
  const other = await signJwt(await claimsOf(destination, "{}", Date.now()), current);
  const minutes = (count: number) => claimsOf(destination, body, Date.now() + count * 60_000);
  const turned = (text: string) => text.slice(0, -4) + [...text.slice(-4)].reverse().join("");
  return {
    "no signature": undefined,
    "an empty one": "",
    "no token": "abc",
    "two parts": `${head}.${payload}`,
    "four parts": `${genuine}.x`,
    "alg none": await signJwt(claims, current, "none"),
    "alg none with a signature": `${(await signJwt(claims, current, "none")).slice(0, -1)}.${mac}`,
    "HS384": await signJwt(claims, current, "HS384"),
    "HS512": await signJwt(claims, current, "HS512"),
    "another key": await signJwt(claims, "sig_other"),
    "the token as key": await signJwt(claims, token),
    "an empty key's neighbour": await signJwt(claims, " "),
    "a key with a space": await signJwt(claims, `${current} `),
    "a shortened signature": genuine.slice(0, -2),
    "a changed signature": turned(genuine),
    "the signature of another body's token": `${head}.${payload}.${other.split(".")[2]}`,
    "the claims of another body": other,
    "two tokens": `${genuine},${genuine}`,
    "a bearer token": `Bearer ${genuine}`,
    "an overlong token": `${await signJwt({ ...claims, pad: "x".repeat(9_000) }, current)}`,
    "another path": await signJwt({ ...claims, sub: `${destination}2` }, current),
    "another host": await signJwt({ ...claims, sub: "https://agents.example.com/wake" }, current),
    "another scheme": await signJwt({ ...claims, sub: destination.replace("http:", "https:") }, current),
    "a slash more": await signJwt({ ...claims, sub: `${destination}/` }, current),
    "a query more": await signJwt({ ...claims, sub: `${destination}?x=1` }, current),
    "another issuer": await signJwt({ ...claims, iss: "upstash" }, current),
    "no issuer": await signJwt(without("iss"), current),
    "no subject": await signJwt(without("sub"), current),
    "no expiry": await signJwt(without("exp"), current),
    "no beginning": await signJwt(without("nbf"), current),
    "no digest": await signJwt(without("body"), current),
    "an expiry in words": await signJwt({ ...claims, exp: "never" }, current),
    "another digest": await signJwt({ ...claims, body: claims.body.toLowerCase() }, current),
    "stale: 10 minutes old": await signJwt(await minutes(-10), current),
    "from the future: 10 minutes": await signJwt(await minutes(10), current),
    "stale, under the next key": await signJwt(await minutes(-10), next),
  };
}
