// HTTP servers for the simulated services: what arrived, and failures in the order in which a test wants them.

/** A request that arrived. */
export interface Arrived {
  readonly path: string;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
}

/** What a service does in place of its work. */
export type Failure =
  | {
    readonly type: "status";
    readonly status: number;
    readonly headers?: Record<string, string>;
    readonly body: unknown;
  }
  /** HTML with status 200, as proxies send it. */
  | { readonly type: "garbage" }
  /** The first half of the body, and then the connection ends. */
  | { readonly type: "cut" }
  /** No response until the service ends. */
  | { readonly type: "hang" };

/** A service under test. */
export interface SimulatedService extends AsyncDisposable {
  /** Without a path. */
  readonly origin: string;
  readonly arrived: Arrived[];
  /** Failures of the next requests, one each. */
  readonly failures: Failure[];
}

/** Starts a service; `answer` is its wire. */
export function startService(answer: (arrived: Arrived) => Response): SimulatedService {
  const arrived: Arrived[] = [];
  const failures: Failure[] = [];
  const hanging = new Set<() => void>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const text = await request.text();
    if (request.method !== "POST") return Response.json({ error: "method" }, { status: 405 });
    if (!request.headers.get("content-type")?.startsWith("application/json")) {
      return Response.json({ error: "content type" }, { status: 415 });
    }
    const one = { path: new URL(request.url).pathname, headers: request.headers, body: JSON.parse(text) };
    arrived.push(one);
    const failure = failures.shift();
    if (failure?.type === "hang") {
      await new Promise<void>((resolve) => hanging.add(resolve));
      return new Response(null, { status: 504 });
    }
    if (failure?.type === "status") {
      return Response.json(failure.body, { status: failure.status, headers: failure.headers });
    }
    if (failure?.type === "garbage") return new Response("<html>Bad gateway</html>");
    const response = answer(one);
    return failure?.type === "cut" ? cut(await response.text()) : response;
  });
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    arrived,
    failures,
    async [Symbol.asyncDispose]() {
      for (const end of hanging) end();
      await server.shutdown();
    },
  };
}

function cut(text: string): Response {
  const half = new TextEncoder().encode(text.slice(0, text.length / 2));
  let sent = false;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (sent) return controller.error(new Error("cut by the test"));
        sent = true;
        controller.enqueue(half);
      },
    }),
    { headers: { "content-type": "application/json" } },
  );
}

/** The keys of an object that are none of `known`. */
export function strangeKeys(body: object, known: readonly string[]): string[] {
  return Object.keys(body).filter((key) => !known.includes(key));
}
