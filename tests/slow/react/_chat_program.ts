// The page of React with the hook of the AI SDK: its versions 6 and 7 with React 18 and 19.

export * from "./_program.ts";
export { useStoredChat } from "../../../src/react/ai_sdk/mod.ts";
