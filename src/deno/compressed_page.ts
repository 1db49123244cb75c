// The page as clients can take it: Deno sends a body as it is, while Workers and Deno Deploy compress what they send.

/** Encodings by their names in CompressionStream, the better one first. */
const FORMATS = { br: "brotli", gzip: "gzip" } as const;

type Encoding = keyof typeof FORMATS;

const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

/** Compresses the files of the page and openapi.json, each once for an encoding: they stay the same while a process lives. */
export class CompressedPage {
  readonly #bodies = new Map<string, Promise<ArrayBuffer>>();

  /** Whether the response is one of the page. */
  concerns({ method, url }: Request): boolean {
    const { pathname } = new URL(url);
    return method === "GET" &&
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
    return new Response(await this.#compressOnce(new URL(request.url).pathname, encoding, response), {
      headers,
    });
  }

  #compressOnce(path: string, encoding: Encoding, { body }: Response): Promise<ArrayBuffer> {
    const key = `${encoding} ${path}`;
    const known = this.#bodies.get(key);
    if (known !== undefined) {
      void body?.cancel();
      return known;
    }
    const made = new Response(body?.pipeThrough(new CompressionStream(FORMATS[encoding]))).arrayBuffer();
    this.#bodies.set(key, made);
    made.catch(() => this.#bodies.delete(key));
    return made;
  }
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
