import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { CompressedPage } from "../../src/deno/compressed_page.ts";

const TEXT = "export const words = 'the page';\n".repeat(200);
const ETAG = '"0123456789abcdef0123"';

const request = (path: string, accepted?: string, method = "GET") =>
  new Request(`http://127.0.0.1:8787${path}`, {
    method,
    headers: accepted === undefined ? {} : { "accept-encoding": accepted },
  });

const file = (headers: Record<string, string> = {}) =>
  new Response(TEXT, {
    headers: { "content-type": "text/javascript; charset=utf-8", etag: ETAG, ...headers },
  });

Deno.test("E15: the Deno server sends the page as brotli or gzip where the client takes it, with a tag and Vary", async () => {
  const page = new CompressedPage();
  for (
    const [accepted, encoding, decompress] of [
      ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
      ["br;q=0.1, gzip;q=0.2", "gzip", gunzipSync],
    ] as const
  ) {
    const response = await page.compress(request("/playground/app.js", accepted), file({ vary: "origin" }));
    const { headers, status } = response;
    assert.deepEqual(
      [status, headers.get("content-encoding"), headers.get("etag"), headers.get("vary")],
      [200, encoding, `W/${ETAG}`, "origin, accept-encoding"],
    );
    assert.equal(headers.get("content-type"), "text/javascript; charset=utf-8");
    const bytes = new Uint8Array(await response.arrayBuffer());
    assert.ok(bytes.length < TEXT.length / 10, `${bytes.length} bytes`);
    assert.equal(new TextDecoder().decode(decompress(bytes)), TEXT);
  }
});

Deno.test("E15: a client that takes no encoding has the page as it is, and a 304 stays one", async () => {
  const page = new CompressedPage();
  for (const accepted of [undefined, "identity", "br;q=0, gzip;q=0", "deflate", "gzip;q=x"]) {
    const response = await page.compress(request("/", accepted), file());
    const { headers } = response;
    assert.deepEqual(
      [headers.get("content-encoding"), headers.get("etag"), headers.get("vary"), await response.text()],
      [null, ETAG, "accept-encoding", TEXT],
    );
  }
  const unchanged = new Response(null, { status: 304, headers: { etag: ETAG } });
  const { status, headers, body } = await page.compress(request("/", "br"), unchanged);
  assert.deepEqual([status, headers.get("vary"), headers.get("content-encoding"), body], [
    304,
    "accept-encoding",
    null,
    null,
  ]);
});

Deno.test("E15: each file is compressed once for an encoding, a failure not kept, and an error sent as it is", async () => {
  const page = new CompressedPage();
  const again = async (response: Response) =>
    await (await page.compress(request("/playground/app.js", "gzip"), response)).arrayBuffer();
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error("lost")) });
  await assert.rejects(again(new Response(broken)));
  const first = await again(file());
  const second = await again(new Response("another text is not read again"));
  assert.deepEqual(second, first);
  const problem = Response.json({ code: "internal" }, { status: 500 });
  assert.equal(await page.compress(request("/", "br"), problem), problem);
});

Deno.test("E15: HEAD has the headers of GET and no body, and keeps none for it", async () => {
  const page = new CompressedPage();
  const head = await page.compress(
    request("/", "gzip", "HEAD"),
    new Response(null, { headers: { etag: ETAG } }),
  );
  const { headers, body } = head;
  assert.deepEqual([headers.get("content-encoding"), headers.get("etag"), body], ["gzip", `W/${ETAG}`, null]);
  const bytes = await (await page.compress(request("/", "gzip"), file())).bytes();
  assert.equal(new TextDecoder().decode(gunzipSync(bytes)), TEXT);
});

Deno.test("E15: nothing but GET and HEAD of the page and of openapi.json is compressed", () => {
  const page = new CompressedPage();
  const concerned = ["/", "/openapi.json", "/playground/app.js", "/playground/on_demand.css?v=1"];
  assert.deepEqual(concerned.filter((path) => !page.concerns(request(path))), []);
  const others = ["/v1/threads/t1/events", "/healthz", "/v1/agents", "/playground", "/other"];
  assert.deepEqual(others.filter((path) => page.concerns(request(path))), []);
  assert.deepEqual(
    ["PUT", "POST", "OPTIONS"].filter((method) => page.concerns(request("/", "br", method))),
    [],
  );
});
