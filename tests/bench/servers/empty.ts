// A server without any code: what a start of Deno takes by itself.

export default { fetch: () => new Response() };
