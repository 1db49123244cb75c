// The answer of a server to resources/read as the HTML of an app.

import { fromBase64 } from "../../../../core/content/base64.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../core/json.ts";
import type { AppDomains, AppResource } from "../../../../core/tool/tool_app.ts";
import { APP_TYPE } from "./tool_ui.ts";

/** Most characters of the HTML: that of apps with all their libraries has less. */
const HTML_CHARS = 5_000_000;

/** The app in the answer; a text says why there is none. */
export function readAppResource(answer: JsonObject, uri: string): AppResource | string {
  const contents = Array.isArray(answer.contents) ? answer.contents : [];
  const content = contents.find((each) => isJsonObject(each) && each.uri === uri);
  if (!isJsonObject(content)) return `it has no content of ${uri}`;
  if (!isAppType(content.mimeType)) return `its content is not of the type ${APP_TYPE}`;
  const html = readHtml(content);
  if (html === undefined) return "its content has neither text nor a blob of text in UTF-8";
  if (html.length > HTML_CHARS) return `its content is longer than ${HTML_CHARS} characters`;
  const meta = isJsonObject(content._meta) ? content._meta : {};
  const ui = isJsonObject(meta.ui) ? meta.ui : {};
  return {
    html,
    csp: readDomains(ui.csp),
    prefersBorder: typeof ui.prefersBorder === "boolean" ? ui.prefersBorder : undefined,
  };
}

function isAppType(type: Json | undefined): boolean {
  return typeof type === "string" && type.toLowerCase().replaceAll(" ", "") === APP_TYPE;
}

function readHtml({ text, blob }: JsonObject): string | undefined {
  if (typeof text === "string") return text;
  if (typeof blob !== "string" || blob.length > 2 * HTML_CHARS) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(fromBase64(blob));
  } catch {
    return undefined;
  }
}

function readDomains(csp: Json | undefined): AppDomains {
  const { connectDomains, resourceDomains, frameDomains, baseUriDomains } = isJsonObject(csp) ? csp : {};
  return {
    connectDomains: readTexts(connectDomains),
    resourceDomains: readTexts(resourceDomains),
    frameDomains: readTexts(frameDomains),
    baseUriDomains: readTexts(baseUriDomains),
  };
}

function readTexts(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}
