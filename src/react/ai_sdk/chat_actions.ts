// What a person can do with a stored chat and its messages: one button of a page each.

import type { UIMessage } from "ai";

/** One thing that a person can do now. */
export interface ChatAction {
  /**
   * `approve` and `deny` a call; rate an answer `up` or `down`; `again`: another answer; `earlier` and `later`: the branch before this one, and
   * the one behind it; `stop` what runs; `share` the chat by a link, and `unshare` it.
   */
  readonly name:
    | "approve"
    | "deny"
    | "up"
    | "down"
    | "again"
    | "earlier"
    | "later"
    | "stop"
    | "share"
    | "unshare";
  /** Of `up` and `down`: the answer has this rating, and the action takes it back. */
  readonly isOn?: boolean | undefined;
  /** The chat does something else, or there is no such branch. */
  readonly isDisabled: boolean;
  /** Does it; what fails is `error` of the chat. */
  readonly run: () => Promise<void>;
  /** The same for a button: `<button {...buttonProps}>`. */
  readonly buttonProps: ChatButtonProps;
}

/** What a button of an action has. */
export interface ChatButtonProps {
  readonly type: "button";
  /** Of `up` and `down`. */
  readonly "aria-pressed"?: boolean | undefined;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

/** An action with the props of its button. */
export function toAction({ name, isOn, isDisabled, run }: Omit<ChatAction, "buttonProps">): ChatAction {
  const onClick = () => void run();
  return {
    name,
    isOn,
    isDisabled,
    run,
    buttonProps: { type: "button", "aria-pressed": isOn, disabled: isDisabled, onClick },
  };
}

/** A message as its page may change it. */
export interface MessageChoices {
  readonly branches: { readonly number: number; readonly all: readonly string[] };
  readonly openBranch: (branch: string) => Promise<void>;
  /** The rating that the answer has; undefined without one, and null of a message that is not rated. */
  readonly rating: "up" | "down" | undefined | null;
  readonly rate: (rating: "up" | "down" | null) => Promise<void>;
  /** Undefined of a message that is not the last one. */
  readonly regenerate: (() => Promise<void>) | undefined;
  readonly isDisabled: boolean;
}

/** The actions of a message: its branches, where there are several, its rating, and another answer. */
export function messageActions(
  { branches: { number, all }, openBranch, rating, rate, regenerate, isDisabled }: MessageChoices,
): ChatAction[] {
  const rateAs = (name: "up" | "down"): ChatAction => {
    const isOn = rating === name;
    return toAction({ name, isOn, isDisabled: false, run: () => rate(isOn ? null : name) });
  };
  const openAs = (name: "earlier" | "later", branch: string | undefined) =>
    toAction({
      name,
      isDisabled: isDisabled || branch === undefined,
      run: async () => {
        if (branch !== undefined) await openBranch(branch);
      },
    });
  return [
    ...all.length === 1 ? [] : [openAs("earlier", all[number - 2]), openAs("later", all[number])],
    ...rating === null ? [] : [rateAs("up"), rateAs("down")],
    ...regenerate === undefined ? [] : [toAction({ name: "again", isDisabled, run: regenerate })],
  ];
}

/** The actions of a part: none but of a call that waits for approval. */
export function partActions(
  part: UIMessage["parts"][number],
  decide: (id: string, approved: boolean) => Promise<void>,
  isDisabled: boolean,
): ChatAction[] {
  if (!("toolCallId" in part) || part.state !== "approval-requested") return [];
  const { id } = part.approval;
  return [
    toAction({ name: "approve", isDisabled, run: () => decide(id, true) }),
    toAction({ name: "deny", isDisabled, run: () => decide(id, false) }),
  ];
}
