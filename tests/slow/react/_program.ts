// What a page of React has: bundled with one version of React by _react.ts, so that its hooks are those of that version.

// @ts-types="./_react.d.ts"
export { default as React } from "react";
// @ts-types="./_react.d.ts"
export { createRoot, hydrateRoot } from "react-dom/client";
// @ts-types="./_react.d.ts"
export { renderToString } from "react-dom/server";
export { createClient } from "../../../src/react/client/mod.ts";
export { useInbox, useRatings, useThread, useThreads, useThreadValue } from "../../../src/react/mod.ts";
