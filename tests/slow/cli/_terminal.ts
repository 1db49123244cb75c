/** The variables of a terminal that `script` opens: colours, and a shell and a locale of every machine, which print nothing themselves. */
export const TERMINAL = { TERM: "xterm-256color", SHELL: "/bin/sh", LC_ALL: "C.UTF-8" } as const;

/** Runs a command line on a terminal, and types a line when it asks; what it has printed, and its exit code. */
export async function typeAnswer(
  command: string,
  { env, answer }: { readonly env: Record<string, string>; readonly answer: string },
): Promise<{ readonly printed: string; readonly code: number }> {
  const child = new Deno.Command("script", {
    args: ["-qec", command, "/dev/null"],
    env: { ...env, ...TERMINAL, NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const typing = child.stdin.getWriter();
  let printed = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const asks = (printed + text).includes(ASKS) && !printed.includes(ASKS);
    printed += text;
    if (asks) await typing.write(new TextEncoder().encode(`${answer}\n`));
  }
  await typing.close();
  return { printed, code: (await child.status).code };
}

/** The end of what `treadle run` asks. */
const ASKS = "decide later] ";
