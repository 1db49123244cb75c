// Where the YAML agents of a project are, and the module that they are compiled to.

/** Where agents are looked for when no folder is named. */
export const AGENT_FOLDERS = ["agents", "src/agents", "functions/agents"] as const;

/** The module that `treadle agents` writes beside the YAML files of a folder. */
export const COMPILED = "_compiled.ts";
