// The branch that has what the client sends. A client that has got no answer to an edit, or to its first messages, shows nothing of the branch
// that they are in: only the ids of its messages say which one it is.

import { currentBranch } from "../../http/conversation/branches.ts";
import type { HttpDeps } from "../../http/context.ts";
import { readBranch, readInputs, type VisibleBranch } from "./branch.ts";
import type { Whose } from "../../kernel/owner.ts";
import type { Turn } from "./turn.ts";

/** Branches that are looked at, those that were made last. */
const BRANCHES = 20;

/**
 * The branch of a turn: where the thread that the client shows lacks several of its messages, or it shows no answer, the one that has the
 * newest of them, and all messages of the client. Else the thread of the visible branch.
 *
 * @throws {AgentError} thread_unknown - the conversation is another user's
 */
export async function findOwnBranch(
  id: string,
  shown: VisibleBranch,
  turn: Turn,
  caller: Whose,
  deps: HttpDeps,
): Promise<VisibleBranch> {
  if (!("input" in turn)) return shown;
  const { anchor, version, all, entries: [first] } = shown;
  const { before, door } = turn.input;
  const isBehind = before.length === 0 && (anchor >= 0 || all.length < 2);
  // The message waits in the visible branch, or it is new after the messages of the client: no other branch has it.
  if (turn.type === "input" && (turn.isRepeated || isBehind)) return shown;
  const branches = await currentBranch(id, caller, deps);
  const others = await Promise.all(
    branches.all.slice(0, BRANCHES).filter(({ ref }) => ref.thread !== shown.ref.thread).map(
      async ({ ref }): Promise<VisibleBranch> => {
        const branch = await readBranch(ref, deps);
        return {
          ...branch,
          anchor,
          version,
          isUnedited: anchor < 0,
          ...await readInputs(branch, version, deps),
        };
      },
    ),
  );
  const alike = others.filter(({ entries }) => anchor < 0 || entries[0]?.id === first?.id);
  const has = (each: string) =>
    alike.find(({ entries, waiting }) =>
      [...entries, ...waiting].some((entry) => entry.type === "user" && entry.door === each)
    );
  return [...before.map((each) => each.door), door].map(has).findLast((branch) => branch) ?? shown;
}
