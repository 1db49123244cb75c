// Shows what the model has read for a step.

/** Shows the request of the step that has committed a version; the dialog tells what goes wrong. */
export async function showModelInput(thread: string, version: number): Promise<void> {
  const dialog = await import("../on_demand.ts");
  dialog.showModelInput(thread, version);
}
