// The app of a call, in a frame with an origin of its own. The frame gets the HTML once and then communicates with this page by messages alone;
// host.ts has the rules for its requests.

import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { APP_FRAME, type AppView } from "../api/api.ts";
import { AskLine, Asks } from "./asks.tsx";
import { AppHost } from "./host.ts";

/** Pixels of height that an app has at its start, and at most. */
const HEIGHT = { least: 40, first: 120, most: 640 };
/** Messages within a second above which a frame is removed, and characters of one. */
const MESSAGES = 200;
const CHARS = 1_000_000;

/** What an app may do. */
export interface AppActions {
  read(): Promise<AppView>;
  /** Gives a result of tools/call. */
  call(name: string, args: object): Promise<object>;
  /** Sends an input of the person. False when the thread takes none now. */
  say(text: string): Promise<boolean>;
}

interface AppFrameProps {
  readonly app: AppView;
  readonly actions: AppActions;
}

/** The app with words of this page above it, and its questions to the person below. */
export function AppFrame({ app, actions }: AppFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const questions = useMemo(() => new Asks(), []);
  const height = useSignal(HEIGHT.first);
  /** Why it is stopped. */
  const stopped = useSignal("");
  useLayoutEffect(() => {
    if (frame.current === null) return;
    return listen(frame.current, createHost(frame.current, { app, actions, questions, height }), (why) => {
      stopped.value = why;
    });
  }, []);
  const title = `App of ${app.server}`;
  return (
    <section class="app" aria-label={title}>
      <p class="app-head">{headWords(app)}</p>
      {stopped.value === "" && (
        <iframe
          sandbox="allow-scripts"
          referrerpolicy="no-referrer"
          class="app-frame"
          title={title}
          loading="lazy"
          style={{ blockSize: `${height.value}px` }}
          src={APP_FRAME}
          ref={frame}
        />
      )}
      <AskLine questions={questions} />
      {stopped.value !== "" && <p class="notice bad">The app is stopped: {stopped}</p>}
    </section>
  );
}

/** Whose app it is, and what it may reach: words of this page above words of a stranger. */
function headWords({ server, domains }: AppView): string {
  const hosts = [...new Set(Object.values(domains).flat())].map((origin) => origin.replace(/^\w+:\/\//, ""));
  const reach = hosts.length === 0 ? "It reaches no other site." : `It may reach ${hosts.join(", ")}.`;
  return `App of the server ${server}. ${reach}`;
}

interface HostParts extends AppFrameProps {
  readonly questions: Asks;
  readonly height: Signal<number>;
}

function createHost(frame: HTMLIFrameElement, { app, actions, questions, height }: HostParts): AppHost {
  return new AppHost(app, {
    send: (message) => frame.contentWindow?.postMessage(message, "*"), // a frame of an opaque origin has no other name
    resize: (wanted) => {
      height.value = Math.min(HEIGHT.most, Math.max(HEIGHT.least, Math.round(wanted)));
    },
    openLink: (url) => questions.askToOpen(url),
    say: (text) => questions.askToSend(text, () => actions.say(text)),
    call: (name, args) => actions.call(name, args),
  });
}

/** Gives the frame's messages to the host for as long as the frame is on the page. The result ends it. */
function listen(frame: HTMLIFrameElement, host: AppHost, stop: (why: string) => void): () => void {
  const ended = new AbortController();
  let [second, count] = [0, 0];
  addEventListener("message", ({ source, origin, data }) => {
    if (!frame.isConnected) return ended.abort();
    // A frame that has gone to a page of this deployment has another origin.
    if (source === null || source !== frame.contentWindow || origin !== "null") return;
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    const text = count > MESSAGES ? undefined : toText(data);
    if (text !== undefined && text.length <= CHARS) return host.take(JSON.parse(text));
    ended.abort();
    stop(count > MESSAGES ? "it sends too many messages." : "a message of it is too large, or is no JSON.");
  }, { signal: ended.signal });
  return () => ended.abort();
}

/** What was cloned may have any prototype and any value: JSON has plain ones. */
function toText(data: unknown): string | undefined {
  try {
    return JSON.stringify(data) ?? "null";
  } catch {
    return undefined;
  }
}
