// The form for an API key, which a deployment with keys requires.

import { rememberKey } from "../api/http.ts";
import { byId } from "../dom.ts";
import { nameThread, route } from "../shell/route.ts";

const form = byId("key-form", HTMLFormElement);
const input = byId("key", HTMLInputElement);

/** Keeps the key of the form for this tab, and has the page begin with it. */
export function listenToKeyForm(onKey: () => void): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    rememberKey(input.value.trim());
    input.value = "";
    form.hidden = true;
    onKey();
  });
}

/** The place that was left for the form, which stands beside the conversation; empty for none. */
let placeBehind = "";

/** Opens the form for a key, once; `refusal` is the server's reason for refusing the last one, empty for none. */
export function askForKey(refusal: string): void {
  if (route.peek().place !== "") {
    placeBehind = location.hash;
    nameThread("", "replace");
  }
  if (form.hidden) {
    form.hidden = false;
    input.focus();
  }
  if (refusal !== "") byId("key-hint", HTMLElement).textContent = refusal;
}

/** Goes back to the place that was left for the form. */
export function goBackFromKey(): void {
  if (placeBehind !== "") location.hash = placeBehind;
  placeBehind = "";
}
