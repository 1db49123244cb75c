/// <reference lib="deno.unstable" />
/**
 * Every export of src has a doc comment, as a `deno lint` plugin. A file of allowed.json may lack as many as stand there.
 * What `src/mod.ts` re-exports is documented where it is declared.
 */
import allowed from "./allowed.json" with { type: "json" };
import { projectPath } from "./project_path.ts";

export default docCommentsRule(allowed["doc-comments"]);

/** The rule with an allow-list: by file, how many exports may lack their comment. */
export function docCommentsRule(allowed: Readonly<Record<string, number>>) {
  return {
    name: "treadle-docs",
    rules: {
      "doc-comments": {
        create(context) {
          const file = projectPath(context.filename);
          if (!file.startsWith("src/")) return {};
          return {
            Program(program) {
              const bare = undocumented(program, context.sourceCode);
              if (bare.length <= (Object.hasOwn(allowed, file) ? allowed[file] ?? 0 : 0)) return;
              for (const { node, name } of bare) {
                context.report({
                  node,
                  message:
                    `${name} is exported without a doc comment: write what it is, shapes, units, @throws`,
                });
              }
            },
          };
        },
      },
    },
  } satisfies Deno.lint.Plugin;
}

interface Export {
  readonly node: Deno.lint.Node;
  readonly name: string;
}

/** The exports without a comment. Of a function with overloads the first signature carries it. */
function undocumented(program: Deno.lint.Program, source: Deno.lint.SourceCode): Export[] {
  const documented = new Set<string>();
  const bare: Export[] = [];
  for (const { node, name } of exportsOf(program)) {
    if (documented.has(name)) continue;
    if (hasDocComment(node, program, source.text)) documented.add(name);
    else bare.push({ node, name });
  }
  return bare;
}

function exportsOf(program: Deno.lint.Program): Export[] {
  return program.body.flatMap((node): Export[] => {
    if (node.type === "ExportDefaultDeclaration") return [{ node, name: "default" }];
    if (node.type !== "ExportNamedDeclaration" || node.source !== null) return [];
    if (node.declaration !== null) {
      return namesOf(node.declaration).slice(0, 1).map((name) => ({ node, name }));
    }
    const locals = new Set(
      node.specifiers.map(({ local }) => local.type === "Identifier" ? local.name : String(local.value)),
    );
    return program.body.flatMap((statement) =>
      namesOf(statement).filter((name) => locals.has(name)).map((name) => ({ node: statement, name }))
    );
  });
}

/** The names that a statement declares: none for one that declares nothing. */
function namesOf(node: Deno.lint.Node): string[] {
  switch (node.type) {
    case "VariableDeclaration":
      return node.declarations.map(({ id }) => id.type === "Identifier" ? id.name : "a pattern");
    case "FunctionDeclaration":
    case "TSDeclareFunction":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSEnumDeclaration":
      return node.id?.type === "Identifier" ? [node.id.name] : [];
    default:
      return [];
  }
}

/** Whether a comment that starts with two stars ends on the line before the node. */
function hasDocComment(node: Deno.lint.Node, program: Deno.lint.Program, text: string): boolean {
  return program.comments.some(({ type, value, range }) =>
    type === "Block" && value.startsWith("*") && range[1] <= node.range[0] &&
    /^[ \t]*\r?\n?[ \t]*$/.test(text.slice(range[1], node.range[0]))
  );
}
