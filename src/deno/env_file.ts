// Which file the environment came from. Deno reads it before a program begins, and gives no trace of it to the program.

/** A file with variables. */
export type EnvFile =
  | { readonly type: "read"; readonly path: string; readonly count: number }
  /** There is such a file, and its variables are not in the environment. */
  | { readonly type: "ignored"; readonly path: string }
  | { readonly type: "none" };

/**
 * The file that the server's environment has the variables of. `named` is what `treadle dev` says; without it the file is
 * `.env`, which was read when the environment has each of its variables.
 */
export async function findEnvFile(
  env: Readonly<Record<string, string>>,
  named: string | undefined,
): Promise<EnvFile> {
  const path = named ?? ".env";
  const names = await namesIn(path);
  if (path === "" || names === undefined) return { type: "none" };
  const isRead = named !== undefined || names.every((name) => name in env);
  return isRead ? { type: "read", path, count: names.length } : { type: "ignored", path };
}

/** `node:util` takes 6 ms of a start: a process without such a file does not load it. */
async function namesIn(path: string): Promise<string[] | undefined> {
  try {
    const { state } = Deno.permissions.querySync({ name: "read", path });
    if (state !== "granted") return undefined;
    const text = Deno.readTextFileSync(path);
    const { parseEnv } = await import("node:util");
    return Object.keys(parseEnv(text));
  } catch {
    return undefined; // no such file, or none that can be read
  }
}
