/** Installs the packages that test files import. */
import { fromFileUrl, projectRoot } from "../project.ts";
import { tierOf } from "./tiers.ts";

/**
 * Files of the first tier get the packages that they import, about 250 MB; with others among them, those of every manifest. What is there
 * already takes half a second.
 *
 * @throws {Error} what `deno install` reported
 */
export async function installFor(files: readonly string[]): Promise<void> {
  const some = files.every((file) => tierOf(file) === "fast") ? ["--entrypoint", ...files] : [];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "-q", ...some],
    cwd: fromFileUrl(projectRoot),
    stdin: "null",
  }).output();
  if (!success) throw new Error(`deno install failed:\n${new TextDecoder().decode(stderr)}`);
}
