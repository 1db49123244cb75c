// Puts the app of a call below its card, when the card comes into sight: an app out of sight does not run.

/** @typedef {import("../calls/call_card.tsx").CallCard} CallCard */

import * as api from "../api.js";
import { element } from "../dom.js";
import { loadToolViews } from "../load_tool_views.js";

/** @param {CallCard} card @param {import("./app_frame.js").AppActions} actions */
export function showApp(card, actions) {
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    seen.disconnect();
    void mount(card, actions);
  });
  seen.observe(card.element);
}

/** @param {CallCard} card @param {import("./app_frame.js").AppActions} actions */
async function mount(card, actions) {
  try {
    const [app, { appNode }] = await Promise.all([actions.read(), loadToolViews()]);
    card.addMedia([appNode(app, actions, api.APP_FRAME)]);
  } catch (error) {
    // A deployment without the plugin shows no apps; what else goes wrong is said.
    if (api.isCode(error, "not_found")) return;
    const { message } = /** @type {Error} */ (error);
    card.addMedia([element("p", "notice warn", `The app of this call is not shown. ${message}`)]);
  }
}
