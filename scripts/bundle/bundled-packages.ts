import { relative, sep } from "node:path";

/** The folders of packages, from the project's root, whose code stands in the output of a bundler. */
export const bundledPackages = (
  root: string,
  output: readonly { readonly type: string; readonly moduleIds?: readonly string[] }[],
): string[] => {
  const folders = output
    .flatMap(({ moduleIds = [] }) => moduleIds)
    // A made-up module of a plugin names the file it stands in for.
    .map((id) => (id.startsWith("\0") ? [] : relative(root, id).split(sep)))
    .flatMap((path) => {
      const at = path.lastIndexOf("node_modules");
      return at < 0 ? [] : [path.slice(0, at + (path[at + 1]?.startsWith("@") ? 3 : 2)).join("/")];
    });
  return [...new Set(folders)];
};
