/** The variables of a terminal that `script` opens: colours, and a shell and a locale of every machine, which print nothing themselves. */
export const TERMINAL = { TERM: "xterm-256color", SHELL: "/bin/sh", LC_ALL: "C.UTF-8" } as const;
