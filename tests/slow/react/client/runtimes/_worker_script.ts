// A Worker that is a client: `?url=&key=&thread=` is answered with the report.

import { exercise } from "./_exercise.ts";

export default {
  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const [url = "", key = "", thread = ""] = ["url", "key", "thread"].map((name) =>
      searchParams.get(name) ?? ""
    );
    return Response.json(await exercise({ url, key, thread, runtime: navigator.userAgent }));
  },
};
