import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { halves, isUnread, readStates } from "../../support/cases/halves.ts";
import { type KeyedCase, keyedCases } from "./keyed.ts";
import { wilson } from "./wilson.ts";

/** The project. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));
const foldersIn = (parent: string): string[] =>
  existsSync(parent)
    ? readdirSync(parent, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [join(parent, one.name)] : []))
    : [];

/** The cases named, of the project or beside it; without names those beside it and those of the project that were read whole. */
export const casesFor = (names: readonly string[]): KeyedCase[] => {
  const beside = foldersIn(join(root, "../shared/cases"));
  if (names.length === 0) return keyedCases([...beside, ...foldersIn(join(root, "cases")).filter(isRead)]);
  return keyedCases(
    [...beside, ...foldersIn(join(root, "cases"))].filter((folder) => names.includes(folder.split("/").at(-1) ?? "")),
  );
};

const states = readStates(join(root, "cases"));
const isRead = (folder: string): boolean =>
  halves.every((half) => !isUnread(states, folder.split("/").at(-1) ?? "", half));

/** A part of a whole in per cent, with its interval at 95 %. */
export const share = (part: number, whole: number): string => {
  const [low, high] = wilson(part, whole);
  return whole === 0
    ? "–"
    : `${part} of ${whole} = ${Math.round((100 * part) / whole)} % (${Math.round(100 * low)}–${Math.round(100 * high)})`;
};
