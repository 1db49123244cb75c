// Opens the command palette, which the page loads at its first use.

import type { AgentView } from "../../../core/contract/deployment.ts";

/** What can be done from anywhere. */
export interface Command {
  readonly title: string;
  /** The keys that do the same, pressed together or one after the other: `["G", "I"]`. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

/** Opens the palette with the commands beside the places, the agents and the threads; an open one is closed. */
export async function openPalette(agents: readonly AgentView[], commands: readonly Command[]): Promise<void> {
  const { showPalette } = await import("./palette.tsx");
  showPalette(agents, commands);
}
