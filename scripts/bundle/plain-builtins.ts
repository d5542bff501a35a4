import { createRequire, isBuiltin } from "node:module";
import type { Plugin } from "rolldown";

/** Names of node:http that read undici, a whole client for the web; nothing here uses them. */
const readingUndici = ["WebSocket", "CloseEvent", "MessageEvent"];

/**
 * Built-in modules of Node without what importing them from a module costs: Node then reads every name of theirs, and some
 * are read by loading other modules (of node:http, undici, half of the start of a command). Here a name is read when a module
 * of the bundle is loaded that uses it, and each has its own reading, so that no chunk waits for another's.
 */
export const plainBuiltins: Plugin = {
  name: "plain-builtins",
  resolveId: (id, importer, { kind }) =>
    isBuiltin(id) && kind !== "require-call" ? `${prefix}${id.replace(/^node:/, "")}:${importer}` : null,
  load: (id) => (id.startsWith(prefix) ? textOf(id.slice(prefix.length).split(":")[0] ?? "") : null),
};

const prefix = "\0plain:";

const textOf = (builtin: string): string => {
  const names = Object.keys(createRequire(import.meta.url)(`node:${builtin}`)).filter(
    (name) => name !== "default" && !readingUndici.includes(name),
  );
  return [
    `const builtin = process.getBuiltinModule("node:${builtin}");`,
    "const read = (name) => builtin[name];",
    ...names.map((name, at) => `const part${at} = /* @__PURE__ */ read(${JSON.stringify(name)});`),
    `export { ${names.map((name, at) => `part${at} as ${JSON.stringify(name)}`).join(", ")} };`,
    "export default builtin;",
  ].join("\n");
};
