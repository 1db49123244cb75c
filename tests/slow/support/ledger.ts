// The ledger: an HTTP server of the test process in which the tools of the fault tests have their effects. It outlives the
// servers that call it, so it knows what really ran, how often, and under which key.

export interface Execution {
  readonly tool: string;
  /** What the plan called it: the same for every execution of one planned call. */
  readonly label: string;
  readonly thread: string;
  /** The Idempotency-Key. */
  readonly key: string;
  readonly attempt: number;
  /** What it was answered; rises with every execution. */
  readonly receipt: number;
}

/** The next execution of a tool, whose answer waits until it is released. */
export interface Hold {
  readonly arrived: Promise<Execution>;
  release(): void;
}

export interface Ledger extends AsyncDisposable {
  readonly url: string;
  /** Every execution, in order of arrival. */
  readonly executions: readonly Execution[];
  /** Executions with this label. */
  of(label: string): Execution[];
  /** Keeps the answer of the next execution of the label. */
  hold(label: string): Hold;
}

/** `delayMs`: how long each answer takes, asked every time. */
export function serveLedger({ delayMs = () => 0 }: { delayMs?: () => number } = {}): Ledger {
  const executions: Execution[] = [];
  const holds = new Map<string, { arrived: PromiseWithResolvers<Execution>; open: Promise<void> }>();
  const releases = new Set<() => void>();
  const server = Deno.serve(
    {
      hostname: "127.0.0.1",
      port: 0,
      onListen: () => {},
      onError: () => new Response(null, { status: 500 }),
    },
    async (request) => {
      const body = await request.json();
      const execution: Execution = {
        ...body,
        key: request.headers.get("idempotency-key") ?? "",
        receipt: executions.length + 1,
      };
      executions.push(execution);
      const hold = holds.get(execution.label);
      holds.delete(execution.label);
      hold?.arrived.resolve(execution);
      await hold?.open;
      const waitMs = delayMs();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      return Response.json({ receipt: execution.receipt });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    executions,
    of: (label) => executions.filter((execution) => execution.label === label),
    hold: (label) => {
      const open = Promise.withResolvers<void>();
      const arrived = Promise.withResolvers<Execution>();
      releases.add(open.resolve);
      holds.set(label, { arrived, open: open.promise });
      return { arrived: arrived.promise, release: open.resolve };
    },
    [Symbol.asyncDispose]: async () => {
      for (const release of releases) release();
      await server.shutdown();
    },
  };
}
