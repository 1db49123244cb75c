// The modes of a request of a conversation: where its run ends.

/** Every {@link ChatMode}. */
export const CHAT_MODES = ["step", "full", "execute"] as const;

/** `step`: a plan with its calls; `full`: to an answer; `execute`: to the outputs of the calls. */
export type ChatMode = typeof CHAT_MODES[number];
