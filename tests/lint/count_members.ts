/// <reference lib="deno.unstable" />

/** The members of an interface that it declares itself, each interface that it extends counted as one. @throws {Error} it is not in the source */
export function countMembers(file: string, source: string, name: string): number {
  let count: number | undefined;
  const plugin: Deno.lint.Plugin = {
    name: "members",
    rules: {
      count: {
        create: () => ({
          TSInterfaceDeclaration(node) {
            if (node.id.type !== "Identifier" || node.id.name !== name) return;
            count = node.body.body.length + node.extends.length;
          },
        }),
      },
    },
  };
  Deno.lint.runPlugin(plugin, file, source);
  if (count === undefined) throw new Error(`${file} declares no interface ${name}`);
  return count;
}
