// A deployment of this process on a port, and commands that talk to it.

import { KEY } from "../http/_app.ts";
import { type Ran, runTreadle } from "./_treadle.ts";

export interface Served extends AsyncDisposable {
  readonly url: string;
  /** The variables by which a command finds it. */
  readonly env: Record<string, string>;
  treadle(...words: string[]): Promise<Ran>;
  /** What the command prints with --json. */
  json(...words: string[]): Promise<ReturnType<typeof JSON.parse>>;
}

/** Commands that talk to the deployment at this address. */
export function commandsFor(url: string): Pick<Served, "env" | "treadle" | "json"> {
  const env = { TREADLE_URL: url, TREADLE_KEY: KEY };
  const treadle = (...words: string[]) => runTreadle({ env }, ...words);
  return {
    env,
    treadle,
    async json(...words) {
      const { code, stdout, stderr } = await treadle(...words, "--json");
      if (code !== 0) throw new Error(`treadle ${words.join(" ")}: ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
  };
}

export function serveApp(app: { fetch(request: Request): Response | Promise<Response> }): Served {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request) => app.fetch(request),
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  return { url, ...commandsFor(url), [Symbol.asyncDispose]: () => server.shutdown() };
}
