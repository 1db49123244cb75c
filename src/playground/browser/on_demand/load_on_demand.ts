// Loads ../on_demand.ts with its style, once.

import { type ReadonlySignal, signal } from "@preact/signals";
import { loadStyle } from "./load_style.ts";

type OnDemand = typeof import("../on_demand.ts").ON_DEMAND;

let loading: Promise<OnDemand> | undefined;
const loaded = signal<OnDemand | undefined>(undefined);

/** What the module has, for what is drawn by it: undefined until it is there. */
export const onDemand: ReadonlySignal<OnDemand | undefined> = loaded;

/** Loads the module; a failure is tried again with the next look. */
export function loadOnDemand(): Promise<OnDemand> {
  return loading ??= Promise.all([import("../on_demand.ts"), loadStyle("on_demand.css")]).then(
    ([{ ON_DEMAND }]) => loaded.value = ON_DEMAND,
    (error) => {
      loading = undefined;
      throw error;
    },
  );
}
