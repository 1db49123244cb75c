/** A deployment in this process behind a port of this machine: what `deno serve` answers, without the start of a process. */
import { createTreadle } from "../../src/treadle.ts";
import type { TreadleOptions } from "../../src/treadle/options.ts";

/** Where it answers; without a slash at its end. */
export interface ServedTreadle extends AsyncDisposable {
  readonly url: string;
}

/** Serves until it is disposed of. It logs nothing. */
export function serveTreadle(options: TreadleOptions): ServedTreadle {
  const treadle = createTreadle({ log: () => {}, ...options });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request) => treadle.fetch(request),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await treadle.close();
    },
  };
}
