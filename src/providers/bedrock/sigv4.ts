// Signature Version 4, by aws4fetch, which is loaded with the first signature: API keys need none.

import { sha256Hex } from "../../core/text/sha256.ts";

/** Long-term keys, or temporary ones with their session token. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** A POST before it is signed. */
export interface Unsigned {
  /** Its path encoded once: the signature is over the path encoded twice, as every AWS service but S3 requires it. */
  readonly url: string;
  /** All of them are signed; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly service: string;
  readonly region: string;
  /** Epoch milliseconds; AWS refuses a signature that is five minutes old. */
  readonly at: number;
}

/** Signs POST requests. The keys that are derived for a day are kept. */
export function createSigner(keys: AwsKeys): (unsigned: Unsigned) => Promise<Record<string, string>> {
  const cache = new Map<string, ArrayBuffer>();
  return (unsigned) => sign(keys, unsigned, cache);
}

/** The headers, with those that AWS checks. */
async function sign(
  { accessKeyId, secretAccessKey, sessionToken }: AwsKeys,
  { url, headers, body, service, region, at }: Unsigned,
  cache: Map<string, ArrayBuffer>,
): Promise<Record<string, string>> {
  const { signHeaders: signedHeaders } = await import("./aws_signer.ts");
  const hash = await sha256Hex(body);
  const signed = await signedHeaders({
    method: "POST",
    url,
    body,
    service,
    region,
    cache,
    accessKeyId,
    secretAccessKey,
    sessionToken,
    headers: { ...headers, "x-amz-content-sha256": hash },
    datetime: new Date(at).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    allHeaders: true,
  });
  return Object.fromEntries(signed);
}
