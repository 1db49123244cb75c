// A model that streams slowly: Chat Completions whose base URL says how. http://host:port/<deltas>-<bytes>-<pace>/v1 sends
// so many deltas of so many characters, one in `pace` milliseconds. Command: `open`.

import { answerCommands } from "../lab/process.ts";

const ENVELOPE = {
  id: "chatcmpl-load0000000000000000",
  object: "chat.completion.chunk",
  created: 1_770_000_000,
  model: "load-model",
};
const USAGE = { prompt_tokens: 90, completion_tokens: 60, total_tokens: 150 };
const encoder = new TextEncoder();
let server: Deno.HttpServer<Deno.NetAddr>;

await answerCommands({
  open: () => {
    server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, answer);
    return { url: `http://127.0.0.1:${server.addr.port}` };
  },
});
await server!.shutdown();

async function answer(request: Request): Promise<Response> {
  await request.body?.cancel();
  const [deltas = 1, bytes = 10, paceMs = 50] = request.url.split("/")[3]?.split("-").map(Number) ?? [];
  const delta = encoder.encode(`data: ${chunk({ content: "w".repeat(bytes) })}\n\n`);
  const end = encoder.encode(
    `data: ${chunk({}, "stop")}\n\ndata: ${
      JSON.stringify({ ...ENVELOPE, choices: [], usage: USAGE })
    }\n\ndata: [DONE]\n\n`,
  );
  let sent = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (sent++ === deltas) {
        controller.enqueue(end);
        return controller.close();
      }
      if (paceMs > 0) await new Promise((resolve) => setTimeout(resolve, paceMs));
      controller.enqueue(delta);
    },
  }, { highWaterMark: 0 });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function chunk(delta: object, finish: string | null = null): string {
  return JSON.stringify({ ...ENVELOPE, choices: [{ index: 0, delta, finish_reason: finish }], usage: null });
}
