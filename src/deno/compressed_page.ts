// The page as clients can take it: Deno sends a body as it is, while Workers and Deno Deploy compress what they send.

type Encoding = "br" | "gzip";

/** The better one first. */
const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

/** Of Brotli, from 0 to 11: 20 ms for the largest file, of which 11 takes half a second to save a tenth. */
const QUALITY = 6;

/** Compresses the files of the page and openapi.json, each once for an encoding: they stay the same while a process lives. */
export class CompressedPage {
  readonly #bodies = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  /** Whether the response is one of the page. */
  concerns({ method, url }: Request): boolean {
    const pathname = URL.parse(url)?.pathname ?? ""; // of a Host that no URL can be made of
    return (method === "GET" || method === "HEAD") &&
      (pathname === "/" || pathname === "/openapi.json" || pathname.startsWith("/playground/"));
  }

  /**
   * The response in the encoding that the request takes; it varies by that, and its tag is weak, since other bytes have the same (RFC 9110
   * sections 8.8.1 and 12.5.5).
   */
  async compress(request: Request, response: Response): Promise<Response> {
    const { status } = response;
    if (status !== 200 && status !== 304) return response;
    const headers = new Headers(response.headers);
    headers.append("vary", "accept-encoding");
    const encoding = status === 200 ? chooseEncoding(request.headers.get("accept-encoding")) : undefined;
    if (encoding === undefined) return new Response(response.body, { status, headers });
    const tag = headers.get("etag");
    if (tag !== null) headers.set("etag", tag.replace(/^(?!W\/)/, "W/"));
    headers.set("content-encoding", encoding);
    headers.delete("content-length");
    if (request.method === "HEAD") return new Response(null, { headers });
    return new Response(await this.#compressOnce(new URL(request.url).pathname, encoding, response), {
      headers,
    });
  }

  #compressOnce(path: string, encoding: Encoding, { body }: Response): Promise<Uint8Array<ArrayBuffer>> {
    const key = `${encoding} ${path}`;
    const known = this.#bodies.get(key);
    if (known !== undefined) {
      void body?.cancel();
      return known;
    }
    const made = compress(encoding, body);
    this.#bodies.set(key, made);
    made.catch(() => this.#bodies.delete(key));
    return made;
  }
}

/** node:zlib is loaded with the first request for a page: CompressionStream has no Brotli by the types of the compiler. */
async function compress(encoding: Encoding, body: Response["body"]): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await new Response(body).bytes();
  const [{ promisify }, { brotliCompress, constants, gzip }] = await Promise.all([
    import("node:util"),
    import("node:zlib"),
  ]);
  const compressed = encoding === "gzip"
    ? await promisify(gzip)(bytes)
    : await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  return new Uint8Array(compressed);
}

/**
 * The encoding with the highest weight; of equal ones the better one, and undefined where the body has to stay as it is (RFC 9110 section
 * 12.5.3).
 *
 * @example
 * ```ts
 * import { chooseEncoding } from "./compressed_page.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(chooseEncoding("gzip, deflate, br, zstd"), "br");
 * assert.equal(chooseEncoding("gzip;q=1.0, br;q=0.5"), "gzip");
 * assert.equal(chooseEncoding("br;q=0, *"), "gzip");
 * assert.equal(chooseEncoding("identity"), undefined);
 * assert.equal(chooseEncoding(null), undefined);
 * ```
 */
export function chooseEncoding(accepted: string | null): Encoding | undefined {
  const weights = new Map(
    (accepted ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.toLowerCase().split(";").map((word) => word.trim());
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;
  return ENCODINGS.filter((encoding) => weightOf(encoding) > 0).sort((a, b) => weightOf(b) - weightOf(a))[0];
}
