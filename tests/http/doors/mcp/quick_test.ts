import { serveMcp, modern, messageOf } from "/tmp/wt/f-mcp-server/main/tests/http/doors/mcp/_app.ts";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
Deno.test("quick", async () => {
  await using s = serveMcp({tools: true});
  for (const [m,p,o] of [["server/discover",{},{}],["tools/list",{},{}],["tools/call",{name:"ask_support",arguments:{input:"hi"}},{meta:{progressToken:1}}],["tools/call",{name:"Orders_Find",arguments:{id:"1"}},{}],["tools/call",{name:"charge",arguments:{cents:5}},{}],["tools/call",{name:"broken",arguments:{}},{}],["tools/call",{name:"remove",arguments:{id:"1"}},{}],["tools/call",{name:"remove",arguments:{id:"1"}},{capabilities:{elicitation:{form:{}}}}],["tools/call",{name:"nope",arguments:{id:"1"}},{}],["subscriptions/listen",{},{}]] as const) {
    const {body, headers} = modern(m, p as any, o as any);
    const r = await s.post(body, headers);
    console.log(m, p, r.status, r.headers.get("content-type"), (await r.text()).slice(0,3000));
  }
  console.log(s.ran, s.logs.join("\n"));
});
