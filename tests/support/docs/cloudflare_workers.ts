// The module `cloudflare:workers` of workerd as types: Deno checks modules of Workers with it, and no program runs it.

/** Bindings of the Worker: texts and other values by name. */
export declare const env: Readonly<Record<string, unknown>>;

/** Keeps the invocation of the present request alive until the promise settles. */
export declare function waitUntil(promise: Promise<unknown>): void;
