import { join } from "node:path";

/** Runs a test in a folder that has these files, and removes it. */
export async function inProject(
  files: Record<string, string>,
  body: (project: string) => Promise<void>,
): Promise<void> {
  const project = await Deno.makeTempDir();
  try {
    for (const [name, text] of Object.entries(files)) {
      await Deno.mkdir(join(project, name, ".."), { recursive: true });
      await Deno.writeTextFile(join(project, name), text);
    }
    await body(project);
  } finally {
    await Deno.remove(project, { recursive: true });
  }
}
