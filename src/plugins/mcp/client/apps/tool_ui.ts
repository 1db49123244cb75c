// The declaration of a server about a tool and its apps: `_meta.ui` of the extension io.modelcontextprotocol/ui (SEP-1865).

import { isJsonObject, type Json } from "../../../../core/json.ts";

/** The capability of a client that shows apps, under its name among the extensions. */
export const UI_EXTENSION = "io.modelcontextprotocol/ui";
/** The only type of content that apps have. */
export const APP_TYPE = "text/html;profile=mcp-app";

/** `_meta.ui` of a tool. */
export type ToolUi = {
  /** The resource that shows calls of the tool. Left out where it is none that may be read. */
  readonly resourceUri?: string;
  /** Who calls the tool; both where the server names none. */
  readonly visibility: readonly ToolCaller[];
};

/** Who calls a tool. */
type ToolCaller = "model" | "app";

/** Most characters of the address of a resource: it is part of events and entries. */
const URI_CHARS = 512;

/** `_meta.ui` in the `_meta` of a tool, or its older flat form; undefined where the server says nothing of apps. */
export function readToolUi(meta: Json | undefined): ToolUi | undefined {
  if (!isJsonObject(meta)) return undefined;
  const ui = isJsonObject(meta.ui) ? meta.ui : {};
  const uri = ui.resourceUri ?? meta["ui/resourceUri"];
  const resourceUri = typeof uri === "string" && isAppUri(uri) ? uri : undefined;
  if (resourceUri === undefined && !Array.isArray(ui.visibility)) return undefined;
  const visibility = readVisibility(ui.visibility);
  return resourceUri === undefined ? { visibility } : { resourceUri, visibility };
}

// A list without a known caller gives the tool no caller at all.
function readVisibility(visibility: Json | undefined): readonly ToolCaller[] {
  if (!Array.isArray(visibility)) return CALLERS;
  return CALLERS.filter((caller) => visibility.includes(caller));
}

const CALLERS: readonly ToolCaller[] = ["model", "app"];

/** True for an address of the scheme `ui` in plain ASCII, without a way upwards. */
export function isAppUri(uri: string): boolean {
  return uri.length <= URI_CHARS && /^ui:\/\/[\x21-\x7e]+$/.test(uri) &&
    !/(?:^|\/)\.\.?(?:[/?#]|$)|%2e/i.test(uri) &&
    !/[\\"'<>`]/.test(uri);
}
