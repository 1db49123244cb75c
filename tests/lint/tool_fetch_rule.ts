/// <reference lib="deno.unstable" />
/**
 * Tools of files that people copy send requests with an effect by `context.fetch`: the one of the platform may send them twice. As a
 * `deno lint` plugin for the test that reads those files.
 */

/** The functions of a tool that send requests. */
const OF_A_TOOL = ["run", "poll", "reconcile"];

/** Methods without an effect. */
const READS = ["GET", "HEAD"];

/** A request of the platform's `fetch` in a tool, whose method is none of {@link READS}. */
export const toolFetchRule: Deno.lint.Plugin = {
  name: "treadle-tools",
  rules: {
    "tool-fetch": {
      create: (context) => ({
        CallExpression(node) {
          const { callee, arguments: [, init] } = node;
          if (!isFetch(callee) || !hasEffect(init)) return;
          const inside = context.sourceCode.getAncestors(node);
          const tool = inside.findLastIndex((each) =>
            each.type === "Property" && each.key.type === "Identifier" && OF_A_TOOL.includes(each.key.name)
          );
          const isGiven = inside.slice(tool + 1).some((each) =>
            "params" in each && Array.isArray(each.params) &&
            each.params.some((param) => /\bfetch\b/.test(context.sourceCode.text.slice(...param.range)))
          );
          if (tool >= 0 && !isGiven) {
            context.report({
              node,
              message: "The tool takes fetch from the platform, and not from its context.",
            });
          }
        },
      }),
    },
  },
};

/** `fetch` and `globalThis.fetch`; `context.fetch` is another. */
function isFetch(callee: Deno.lint.Expression): boolean {
  if (callee.type === "Identifier") return callee.name === "fetch";
  return callee.type === "MemberExpression" && callee.object.type === "Identifier" &&
    ["globalThis", "self", "window"].includes(callee.object.name) &&
    callee.property.type === "Identifier" && callee.property.name === "fetch";
}

/** Anything that is not seen to be a GET may have one. */
function hasEffect(init: Deno.lint.Node | undefined): boolean {
  if (init === undefined) return false;
  if (init.type !== "ObjectExpression") return true;
  const method = init.properties.find((each) =>
    each.type === "Property" && each.key.type === "Identifier" && each.key.name === "method"
  );
  if (method === undefined) return init.properties.some((each) => each.type === "SpreadElement");
  const { value } = method.type === "Property" ? method : { value: undefined };
  return !(value?.type === "Literal" && READS.includes(String(value.value)));
}
