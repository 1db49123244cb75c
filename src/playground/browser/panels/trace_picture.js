// The picture of a thread's steps, as the server draws it: shown in a dialog, and kept as a file.

import { readPicture } from "../api.js";
import { byId, element } from "../dom.js";

const dialog = byId("picture", HTMLDialogElement);
const frame = byId("picture-frame", HTMLElement);
const save = byId("picture-save", HTMLAnchorElement);

// A link carries no key, so the page fetches the picture and shows its bytes.
dialog.addEventListener("close", () => {
  URL.revokeObjectURL(save.href);
  frame.replaceChildren();
});

/** @param {string} thread @throws What the request throws. */
export async function showPicture(thread) {
  const url = URL.createObjectURL(await readPicture(thread));
  const image = element("img", "");
  image.src = save.href = url;
  image.alt = "The steps of the thread as bars on one axis of time; the timeline has the same facts as text.";
  save.download = `${thread}.svg`;
  frame.replaceChildren(image);
  dialog.showModal();
}
