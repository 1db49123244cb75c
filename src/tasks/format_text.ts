// Text as `deno fmt` leaves it: what is generated stands beside what people write.

import { AgentError } from "../core/error.ts";

/** Most rounds: the formatter breaks some unions at the second one. */
const ROUNDS = 3;

/**
 * The text, formatted as the kind of file that the extension names, as it stays when it is formatted again.
 *
 * @throws {AgentError} internal - it cannot be read as one
 */
export async function formatText(text: string, extension: "md" | "ts"): Promise<string> {
  let formatted = await formatOnce(text, extension);
  for (let round = 1, before = text; round < ROUNDS && formatted !== before; round++) {
    before = formatted;
    formatted = await formatOnce(formatted, extension);
  }
  return formatted;
}

async function formatOnce(text: string, extension: "md" | "ts"): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext", extension, "-"],
    cwd: new URL("../../", import.meta.url),
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { success, stdout } = await child.output();
  if (!success) throw new AgentError("internal", `A text that was written is no ${extension} file.`);
  return new TextDecoder().decode(stdout);
}
