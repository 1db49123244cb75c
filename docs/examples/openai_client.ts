// The client of OpenAI against agents of Treadle: a chat, a tool of the script, and responses that continue each other.
// OPENAI_BASE_URL=http://localhost:8787/v1 OPENAI_API_KEY=<key> deno run -A --config deno.json docs/examples/openai_client.ts

import OpenAI from "openai";

const client = new OpenAI(); // both variables are its own
const model = "agent-demo";

// A chat. The agent uses its own tools inside of the server.
const stream = await client.chat.completions.create({
  model,
  messages: [{ role: "user", content: "What is the weather in Paris?" }],
  stream: true,
});
for await (const chunk of stream) write(chunk.choices[0]?.delta.content ?? "");
write("\n");

// A tool of this script: the model asks for it, the script runs it.
const runner = client.chat.completions.runTools({
  model,
  messages: [{ role: "user", content: "What is the weather in Rome?" }],
  tools: [{
    type: "function",
    function: {
      name: "get_weather",
      description: "The weather in a city.",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      parse: JSON.parse,
      function: ({ city }: { city: string }) => ({ city, tempC: 27, sky: "clear" }),
    },
  }],
});
write(`${await runner.finalContent()}\n`);

// Responses: the server keeps the conversation, and what its tools did are mcp_call items.
const first = await client.responses.create({ model, input: "What is the weather in Oslo?" });
for (const item of first.output) {
  if (item.type === "mcp_call") write(`${item.name}(${item.arguments}) = ${item.output}\n`);
}
const second = await client.responses.create({
  model,
  input: "What is the weather in Cairo?",
  previous_response_id: first.id,
});
write(`${second.output_text}\n`);

function write(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}
