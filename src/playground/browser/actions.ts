// What a conversation does when a person uses something of it: its components reach it by a context.

import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { AppActions } from "./apps/app_frame.tsx";
import type { ApprovalAnswer } from "./api/approval_answer.ts";

/** The actions. A version is that of the commit which the step or the input is part of. */
export interface Actions {
  /** Forks the thread behind a version. */
  fork(version: number): void;
  /** Plans the step of a version again, in a fork. */
  again(version: number): void;
  /** Sends another text in place of the input of a version, in a fork. */
  edit(version: number, text: string): void;
  /** Shows the request of a version. */
  showInput(version: number): void;
  /** Shows a step in the timeline. */
  select(step: number): void;
  decide(callId: string, answer: ApprovalAnswer): void;
  /** What the app of a call may do. */
  app(callId: string): AppActions;
  /** Shows entries before those that are on the page, and settles when they are there. */
  showEarlier(): Promise<void>;
  /** The id of the thread on the page, and the name of its agent. */
  thread(): string;
  agent(): string;
  /** A step runs. */
  readonly busy: ReadonlySignal<boolean>;
}

/** The actions of the conversation around a component. */
export const ActionsContext = createContext<Actions | undefined>(undefined);

/** The same for its components; throws outside of a conversation. */
export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (actions === undefined) throw new Error("This stands in a conversation alone.");
  return actions;
}
