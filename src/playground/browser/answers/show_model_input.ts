// Shows what the model has read for a step. The page loads the dialog with its first use.

/** Shows the request of the step that has committed a version; the dialog tells what goes wrong. */
export async function showModelInput(thread: string, version: number): Promise<void> {
  const dialog = await import("./input_dialog.tsx");
  dialog.showModelInput(thread, version);
}
