// This process on one core, so that a client does not run where the contender is measured.

/**
 * Keeps this process and its threads on a core.
 *
 * @throws {Error} when taskset cannot do it.
 */
export async function pinSelf(core: number): Promise<void> {
  const args = ["--all-tasks", "--cpu-list", "--pid", String(core), String(Deno.pid)];
  const { success, stderr } = await new Deno.Command("taskset", { args }).output();
  if (!success) throw new Error(`taskset ${args.join(" ")} failed: ${new TextDecoder().decode(stderr)}`);
}
