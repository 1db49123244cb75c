// Shows what the model has read for a step.

/** Shows the request of the step that has committed a version; the dialog reports what fails. */
export async function showModelInput(thread: string, version: number): Promise<void> {
  const { ON_DEMAND } = await import("../on_demand.ts");
  ON_DEMAND.showModelInput(thread, version);
}
