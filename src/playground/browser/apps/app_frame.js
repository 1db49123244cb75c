// The app of a call, in a frame with an origin of its own. The frame takes the HTML once and then speaks with this page by messages alone;
// what it asks for is done by the rules of host.js.

/** @typedef {import("../api.js").AppView} AppView */
/** @typedef {import("./host.js").AppHost} AppHost */

import { element } from "../dom.js";
import { Asks } from "./asks.js";
import { AppHost as Host } from "./host.js";

/** Pixels of height that an app has at its start, and at most. */
const HEIGHT = { least: 40, first: 120, most: 640 };
/** Messages within a second above which a frame is removed, and characters of one. */
const MESSAGES = 200;
const CHARS = 1_000_000;

/**
 * @typedef {object} AppActions
 * @property {() => Promise<AppView>} read
 * @property {(name: string, args: object) => Promise<object>} call Gives a result of tools/call.
 * @property {(text: string) => Promise<boolean>} say Sends an input of the person. False when the thread takes none now.
 */

/**
 * Shows the app of a call.
 *
 * @param {AppView} app @param {AppActions} actions @param {string} frameUrl
 */
export function drawApp(app, actions, frameUrl) {
  const frame = element("iframe", "app-frame");
  frame.title = `App of ${app.server}`;
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.loading = "lazy";
  frame.src = frameUrl;
  resize(frame, HEIGHT.first);
  const asks = new Asks();
  const node = element("section", "app", element("p", "app-head", headWords(app)), frame, asks.element);
  node.ariaLabel = frame.title;
  const host = new Host(app, {
    send: (message) => frame.contentWindow?.postMessage(message, "*"), // a frame of an opaque origin has no other name
    resize: (height) => resize(frame, height),
    openLink: (url) => asks.askToOpen(url),
    say: (text) => asks.askToSend(text, () => actions.say(text)),
    call: actions.call,
  });
  listen(frame, host, (why) => {
    frame.remove();
    node.append(element("p", "notice bad", `The app is stopped: ${why}`));
  });
  return node;
}

/** @param {HTMLIFrameElement} frame @param {number} height */
function resize(frame, height) {
  frame.style.blockSize = `${Math.min(HEIGHT.most, Math.max(HEIGHT.least, Math.round(height)))}px`;
}

/** Whose app it is, and what it may reach: words of this page above words of a stranger. @param {AppView} app */
function headWords({ server, domains }) {
  const hosts = [...new Set(Object.values(domains).flat())].map((origin) => origin.replace(/^\w+:\/\//, ""));
  const reach = hosts.length === 0 ? "It reaches no other site." : `It may reach ${hosts.join(", ")}.`;
  return `App of the server ${server}. ${reach}`;
}

/**
 * Gives the frame's messages to the host for as long as the frame is on the page.
 *
 * @param {HTMLIFrameElement} frame @param {AppHost} host @param {(why: string) => void} stop
 */
function listen(frame, host, stop) {
  const stopped = new AbortController();
  let [second, count] = [0, 0];
  addEventListener("message", ({ source, origin, data }) => {
    if (!frame.isConnected) return stopped.abort();
    // A frame that has gone to a page of this deployment has another origin.
    if (source === null || source !== frame.contentWindow || origin !== "null") return;
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    const text = count > MESSAGES ? undefined : textOf(data);
    if (text !== undefined && text.length <= CHARS) return host.take(JSON.parse(text));
    stopped.abort();
    stop(count > MESSAGES ? "it sends too many messages." : "a message of it is too large, or is no JSON.");
  }, { signal: stopped.signal });
}

/** @param {unknown} data What was cloned may have any prototype and any value: JSON has plain ones. */
function textOf(data) {
  try {
    return JSON.stringify(data) ?? "null";
  } catch {
    return undefined;
  }
}
