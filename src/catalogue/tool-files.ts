import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type ToolSpec, ToolSpecSchema } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../error.ts";
import { type Said, worded } from "../messages/said.ts";
import { inFile, inFileAt } from "../profile/load-profiles.ts";
import type { ProfileProblem } from "../profile/profile-problem.ts";
import { readTextFormat } from "../profile/text-reader.ts";
import { TextProblem } from "../profile/text-tokens.ts";

/** One file of a layer, read and not yet judged. */
export interface ToolFile {
  readonly spec: ToolSpec;
  /** Names of the fields that stand in the file, whatever their value. */
  readonly fields: ReadonlySet<string>;
  /** The problems with the file and the line each stands on. */
  told(problems: readonly ProfileProblem[]): Said[];
}

/** A description of a tool is a few hundred bytes; nobody writes a hundred of them by hand. */
const fileBytesMax = 65_536;
const filesMax = 100;

/** The files of a folder that end so, in order of name. Errors: REQUEST_INVALID for too many. */
export const filesOf = (dir: string, ending: string): string[] => {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => entry.name)
    .toSorted();
  if (names.length > filesMax)
    throw new DomainError("REQUEST_INVALID", worded("tool-problem.files", { dir, most: filesMax, ending }), {
      field: "tools",
    });
  return names.map((name) => join(dir, name));
};

export const toolFiles = (dir: string): string[] => filesOf(dir, ".txtpb");

/** Reads one ToolSpec, with the lines of its fields. */
export const readToolFile = (file: string): ToolFile | { problems: Said[] } => {
  const bytes = readFileSync(file);
  const wrong = (line: number, problem: Said) => ({ problems: [inFileAt(file, line, problem)] });
  if (bytes.length > fileBytesMax) return wrong(1, worded("profile-problem.too-large", { bytes: fileBytesMax }));
  try {
    const { message, lines } = readTextFormat(ToolSpecSchema, new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const told = (problems: readonly ProfileProblem[]) => inFile(file, lines, problems);
    const fields = new Set([...lines.keys()].filter((path) => !/[.[]/.test(path)));
    return { spec: message, fields, told };
  } catch (error) {
    if (error instanceof TextProblem) return wrong(error.line, error.problem);
    if (error instanceof TypeError) return wrong(1, worded("profile-problem.no-utf-8"));
    throw error;
  }
};
