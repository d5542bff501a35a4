import { create } from "@bufbuild/protobuf";
import { type MemoFrame, MemoFrameSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";

/** The field that a finding is about and, of a field of several lines, which of them, counted from zero: `frame:enclosures:2`. */
const lineMeant = (subjectId: string): { field: (typeof MemoFrameSchema.fields)[number]; at: number } | undefined => {
  const { name, number } = /^frame:(?<name>[a-z_]+)(?::(?<number>\d+))?$/u.exec(subjectId)?.groups ?? {};
  const field = MemoFrameSchema.fields.find((one) => one.name === name && one.message === undefined);
  return field && { field, at: Number(number ?? 1) - 1 };
};

const wordsOf = (frame: MemoFrame | undefined, localName: string): string | readonly string[] =>
  (frame?.[localName as keyof MemoFrame] ?? "") as string | readonly string[];

/** The words of the line that a finding is about; undefined: it is about no line of the frame. */
export const frameLine = (frame: MemoFrame | undefined, subjectId: string): string | undefined => {
  const meant = lineMeant(subjectId);
  return meant && [wordsOf(frame, meant.field.localName)].flat()[meant.at];
};

/** The field of that line with other words in it, as a proposal says it; the other lines of the field stay. */
export const frameWith = (frame: MemoFrame | undefined, subjectId: string, words: string): MemoFrame => {
  const meant = lineMeant(subjectId);
  if (!meant) return create(MemoFrameSchema);
  const { localName } = meant.field;
  const value = wordsOf(frame, localName);
  return create(MemoFrameSchema, {
    [localName]: typeof value === "string" ? words : value.map((line, at) => (at === meant.at ? words : line)),
  });
};
