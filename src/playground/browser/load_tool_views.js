// Loads tool_views.js, once.

/** @type {Promise<typeof import("./tool_views.js")> | undefined} */
let loading;

/** The views; a failure to load them is tried again with the next look. */
export function loadToolViews() {
  return loading ??= import("./tool_views.js").catch((error) => {
    loading = undefined;
    throw error;
  });
}
