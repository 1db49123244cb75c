/** The commands that a redis-server runs, those of scripts included. */
import { RespClient } from "../../../src/redis_rest/resp.ts";

/** A command that redis-server ran. */
export interface Monitored {
  /** A command of a script, and not of a client. */
  readonly lua: boolean;
  readonly words: string[];
}

/** Watches the server with MONITOR: a script's commands follow the EVALSHA they belong to. */
export async function startMonitor(
  redis: { hostname: string; port: number },
): Promise<AsyncDisposable & { stop(): Promise<Monitored[]> }> {
  const socket = await Deno.connect(redis);
  await socket.write(new TextEncoder().encode("MONITOR\r\n"));
  let output = "";
  const decoder = new TextDecoder();
  const readTo = async (end: string) => {
    const buffer = new Uint8Array(1 << 16);
    while (!output.includes(end)) {
      const count = await socket.read(buffer);
      if (count === null) return;
      output += decoder.decode(buffer.subarray(0, count), { stream: true });
    }
  };
  await readTo("+OK\r\n"); // what the server runs before it has read MONITOR is not shown
  const done = readTo('"end-of-monitor"\r\n');
  const stop = async () => {
    const client = new RespClient(redis);
    await client.send([["ECHO", "end-of-monitor"]]);
    await done;
    await client.close();
    return output.split("\r\n").flatMap((line) => {
      const [, source = "", command] = /^\+[\d.]+ \[\d+ (\S+)\] (.*)$/.exec(line) ?? [];
      if (command === undefined) return [];
      const words = Array.from(command.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, word = ""]) => word);
      return [{ lua: source === "lua", words }];
    });
  };
  return { stop, [Symbol.asyncDispose]: async () => await Promise.resolve(socket.close()) };
}
