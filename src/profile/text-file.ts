import { readFileSync } from "node:fs";
import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Said } from "../messages/said.ts";
import { inFileAt } from "./load-profiles.ts";
import { readTextFormat } from "./text-reader.ts";
import { TextProblem } from "./text-tokens.ts";

/** Reads a file in the text format. Errors: what `unfit` makes of the line that is wrong, or of the system's code where it cannot be read. */
export const readTextFile = <D extends DescMessage>(
  schema: D,
  file: string,
  unfit: (problem: Said | string) => Error,
): MessageShape<D> => {
  try {
    return readTextFormat(schema, readFileSync(file, "utf8")).message;
  } catch (error) {
    if (error instanceof TextProblem) throw unfit(inFileAt(file, error.line, error.problem));
    throw unfit((error as NodeJS.ErrnoException).code ?? "?");
  }
};
