// In the place of `@upstash/core-analytics` in the bundle of a Worker (wrangler.toml): what `@upstash/ratelimit` counts uses with where its
// setting `analytics` is true, which no rate limit here sets. 1.8 KiB.

/** Is never made. */
export class Analytics {}
