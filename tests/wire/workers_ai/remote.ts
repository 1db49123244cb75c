// What stands behind the AI binding of a Worker in Miniflare: it gets what workerd's own binding sends, wrapped into headers, and
// sends that on to the simulated service.

export interface RemoteAi extends AsyncDisposable {
  readonly url: string;
}

/** Serves the binding on a free port of the loopback interface; `service` is the URL of the simulated service. */
export function serveRemoteAi(service: string): Promise<RemoteAi> {
  const stop = new AbortController();
  const { promise, resolve } = Promise.withResolvers<RemoteAi>();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: stop.signal,
    onListen: ({ port }) =>
      resolve({
        url: `http://127.0.0.1:${port}`,
        [Symbol.asyncDispose]: async () => {
          stop.abort();
          await server.finished;
        },
      }),
  }, (request) => passOn(request, service));
  return promise;
}

async function passOn(request: Request, service: string): Promise<Response> {
  const target = request.headers.get("mf-url");
  // Miniflare tries for a WebSocket as well, for methods that an AI binding does not have.
  if (target === null) return new Response(null, { status: 404 });
  const headers = new Headers();
  for (const [name, value] of request.headers) {
    if (name.startsWith("mf-header-")) headers.set(name.slice("mf-header-".length), value);
  }
  const { pathname, search } = new URL(target);
  const body = await request.text();
  headers.delete("content-length");
  return await fetch(service + pathname + search, { method: request.method, headers, body });
}
