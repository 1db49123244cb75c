// What the palette offers for the thread that is open.

import type { Attention } from "../panels/attention.tsx";
import type { Command } from "../shell/command.ts";
import { threadActions } from "./thread_menu.tsx";

/** The calls that wait in the thread, and what its menu has; `onError` takes what an action throws. */
export function threadCommands(
  thread: string,
  attention: Attention,
  onError: (error: unknown) => void,
): Command[] {
  const { approvals } = attention;
  const approve = () => void attention.approve({ target: document.body, repeat: false });
  const waiting: Command[] = approvals === 0
    ? []
    : approvals === 1
    ? [{ title: "Approve the call that waits", keys: ["A"], run: approve }]
    : [{ title: "Go to the calls that wait", keys: ["Alt", "A"], run: approve }];
  const actions = threadActions(thread).map(([title, run]) => ({
    title,
    run: () => void run().catch(onError),
  }));
  return [...waiting, ...actions];
}
