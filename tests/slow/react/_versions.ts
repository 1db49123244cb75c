// A test for each version of React, and the component that shows a thread in them.

import type { ReactNode } from "./_react.d.ts";
import type { Client, ClientOptions } from "../../../src/react/client/mod.ts";
import type { ThreadHandle, UseThreadOptions } from "../../../src/react/mod.ts";
import { FAST, type World } from "../../react/client/_world.ts";
import { eventually } from "../../support/eventually.ts";
import { KEY } from "../../http/_app.ts";
import { loadProgram, mount, type Mounted, type Program, VERSIONS } from "./_react.ts";

/** Timers of the scheduler of React and of happy-dom outlive a test. */
const loose = { sanitizeOps: false, sanitizeResources: false };

/** Declares a test for each version. */
export function eachVersion(name: string, run: (program: Program) => Promise<void>): void {
  for (const version of VERSIONS) {
    Deno.test({
      name: `${name} (React ${version})`,
      ...loose,
      fn: async () => await run(await loadProgram(version)),
    });
  }
}

/** A client of the program: its errors are those that the hooks know. */
export function connect(program: Program, { proxy }: World, options: Partial<ClientOptions> = {}): Client {
  return program.createClient({ url: proxy.url, key: KEY, ...FAST, ...options });
}

/** A thread on a page. */
export interface ThreadPage extends Mounted {
  /** What the component had when it rendered last. */
  handle(): ThreadHandle;
  /** What it had at each time. */
  states(): readonly ThreadHandle[];
  /** Renders with other options. */
  change(options: UseThreadOptions): void;
}

/** Mounts a component that shows the messages of a thread, its approvals as buttons, and its status. */
export async function mountThread(
  program: Program,
  options: UseThreadOptions,
  wrap: (element: ReactNode) => ReactNode = (element) => element,
): Promise<ThreadPage> {
  const seen: ThreadHandle[] = [];
  const { Thread } = threadComponent(program, (handle) => seen.push(handle));
  const draw = (given: UseThreadOptions) => wrap(program.React.createElement(Thread, given));
  const mounted = mount(program, draw(options));
  await eventually(() => seen.length > 0);
  return {
    ...mounted,
    handle: () => seen.at(-1) ?? fail(),
    states: () => seen,
    change: (given) => mounted.render(draw(given)),
  };
}

/** A component that shows a thread; `onRender` has its handle each time. */
export function threadComponent(program: Program, onRender: (handle: ThreadHandle) => void) {
  const { React: { createElement }, useThread } = program;
  function Thread(options: UseThreadOptions) {
    const handle = useThread(options);
    onRender(handle);
    const { messages, approvals, status, error, decide } = handle;
    return createElement(
      "section",
      null,
      ...messages.map((message, index) => {
        const text = message.role === "assistant"
          ? message.parts.map((part) => part.type === "call" ? `[${part.name} ${part.state}]` : part.text)
            .join("")
          : message.text;
        return createElement("p", { key: index }, text);
      }),
      ...approvals.map(({ callId, name }) =>
        createElement(
          "button",
          { key: callId, className: "approve", onClick: () => decide(callId, true) },
          name,
        )
      ),
      createElement("output", null, status),
      createElement("em", null, error?.code ?? ""),
    );
  }
  return { Thread };
}

function fail(): never {
  throw new Error("The component has not rendered.");
}
