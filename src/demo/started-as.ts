import { basename, dirname, isAbsolute, relative } from "node:path";

/**
 * Returns what a person types in `folder` to start this program again, from the path of the program that Node was given:
 * the name of an installed command, or else that file. Paths with blanks stand in quotes.
 */
export const startedAs = (program: string, folder: string): string => {
  if (basename(program) === "pincite")
    return /[\\/]node_modules[\\/]\.bin$/.test(dirname(program)) ? "npx pincite" : "pincite";
  const short = relative(folder, program);
  const path = short.startsWith("..") || isAbsolute(short) ? program : short;
  return `node ${/\s/.test(path) ? `"${path}"` : path}`;
};
