// Opens the command palette and the help.

import type { AgentView } from "../../../core/contract/deployment.ts";
import { byId } from "../dom.ts";
import { loadOnDemand } from "../on_demand/load_on_demand.ts";
import type { Command } from "./command.ts";

/** Opens the palette with the commands beside the places, the agents and the threads; an open one is closed. */
export async function openPalette(agents: readonly AgentView[], commands: readonly Command[]): Promise<void> {
  (await loadOnDemand()).showPalette(agents, commands);
}

/** Opens the dialog with all keys. */
export function openHelp(): void {
  byId("help", HTMLDialogElement).showModal();
  const frame = byId("help-keys", HTMLElement);
  loadOnDemand().then(
    ({ showKeys }) => {
      if (frame.firstElementChild === null) frame.replaceChildren();
      showKeys(frame);
    },
    () => frame.textContent = "The keys could not be loaded. They are loaded when this is opened again.",
  );
}
