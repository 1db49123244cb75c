// Signature Version 4 as the server checks it, from AWS's description and without the package that signs:
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHash, createHmac } from "node:crypto";

export interface Signed {
  readonly path: string;
  readonly headers: Headers;
  readonly text: string;
}

/** What `authorization` must be for a POST without a query, signed by this key; undefined when it is no signature. */
export function expectedAuthorization(
  { path, headers, text }: Signed,
  { accessKeyId, secretAccessKey, region, service }: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly region: string;
    readonly service: string;
  },
): string | undefined {
  const names = /SignedHeaders=([a-z0-9;-]+)/.exec(headers.get("authorization") ?? "")?.[1];
  const time = headers.get("x-amz-date");
  if (names === undefined || time === null) return undefined;
  const canonical = [
    "POST",
    path.split("/").map(encode).join("/"),
    "",
    ...names.split(";").map((name) => `${name}:${headers.get(name)?.trim() ?? ""}`),
    "",
    names,
    sha256(text),
  ].join("\n");
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = [day, region, service, "aws4_request"].reduce<string | Uint8Array>(
    hmac,
    `AWS4${secretAccessKey}`,
  );
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const signature = hmac(key, toSign).toHex();
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}

function encode(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: string | Uint8Array, text: string): Uint8Array {
  return new Uint8Array(createHmac("sha256", key).update(text).digest());
}
