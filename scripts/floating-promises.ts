import { join, relative } from "node:path";
import {
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isPropertyAccessExpression,
  type Node,
} from "typescript/unstable/ast";
import { API, type Project } from "typescript/unstable/sync";

// A promise that nobody awaits may fail unheard, and what comes after it does not wait for it. Biome's rule shows most of
// them in the editor, but not those that Node's own types give: of 40 awaits taken away at random it missed 12, most of them
// before `rm`, `rename` or `mkdir`. Here the compiler is asked for the type of every statement that is an expression alone.
// `void` says that one is meant; a `catch`, or a `then` for both ends, is an answer to it; an assignment keeps it.

/** Promises that nobody awaits under a folder of the project, each as one sentence; empty when there is none. */
export const floatingPromises = (root: string, folder: string): string[] => {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProject: join(root, "tsconfig.json") }).getProjects()[0]!;
    const files = project.program.getSourceFileNames().filter((name) => name.startsWith(`${join(root, folder)}/`));
    if (files.length === 0) throw new Error(`no file of ${folder} is part of tsconfig.json`);
    return files.flatMap((name) =>
      floatingIn(project, name).map(([line, text]) => `${relative(root, name)}:${line}: nobody awaits ${text}`),
    );
  } finally {
    api.close();
  }
};

/** Line and text of each floating promise of one file. */
const floatingIn = ({ program, checker }: Project, name: string): (readonly [number, string])[] => {
  const file = program.getSourceFile(name)!;
  const values = [...statementValues(file)];
  const types = values.length > 0 ? checker.getTypeAtLocation(values) : [];
  const floating = values.filter((_, index) => {
    const type = types[index] && checker.getNonNullableType(types[index]);
    return type && checker.getPropertyOfType(type, "then");
  });
  return floating.map((value) => [
    file.text.slice(0, value.getStart()).split("\n").length,
    value.getText().split("\n")[0]!,
  ]);
};

/** The values that statements let go of. */
function* statementValues(node: Node): Generator<Node> {
  if (isExpressionStatement(node)) yield* letGo(node.expression);
  const children: Node[] = [];
  node.forEachChild((child) => {
    children.push(child);
    return undefined;
  });
  for (const child of children) yield* statementValues(child);
}

const keeping: ReadonlySet<string> = new Set(["=", "??=", "||=", "&&="]);
const choosing: ReadonlySet<string> = new Set(["&&", "||", "??", ","]);

/** What an expression may come to, without what is kept or answered. */
const letGo = (node: Node): Node[] => {
  if (isConditionalExpression(node)) return [...letGo(node.whenTrue), ...letGo(node.whenFalse)];
  if (isBinaryExpression(node)) {
    const operator = node.operatorToken.getText();
    if (keeping.has(operator)) return [];
    return choosing.has(operator) ? letGo(node.right) : [node];
  }
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return [node];
  const { name, expression } = node.expression;
  if (name.text === "finally") return letGo(expression);
  const isAnswered = node.arguments.length >= (name.text === "then" ? 2 : 1);
  return isAnswered && (name.text === "catch" || name.text === "then") ? [] : [node];
};
