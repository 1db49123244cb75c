// The place of the starter's own deployment, which is laid over it.

export const deployment = { agents: [] };
