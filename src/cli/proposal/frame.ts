import { create } from "@bufbuild/protobuf";
import { type MemoFrame, MemoFrameSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { DomainError } from "../../error.ts";

/** The fields a person may say, as they stand on the wire. */
const fields = MemoFrameSchema.fields.filter(({ name }) => name !== "sources");

/**
 * The frame of the memo as flags say it: `place=Utrecht`, `their-reference=PZ/12`; a field of several lines is given once for
 * each. Errors: REQUEST_INVALID.
 */
export const parseFrame = (flags: readonly string[]): MemoFrame => {
  const values: Record<string, string | string[]> = {};
  for (const flag of flags) {
    const [, word = "", text = ""] = /^\s*([a-z_ -]+?)\s*=\s*([\s\S]*\S)\s*$/u.exec(flag) ?? [];
    const field = fieldNamed(word);
    if (!field)
      throw new DomainError(
        "REQUEST_INVALID",
        `"${flag}" says nothing of the frame: write FIELD=TEXT, with ${fields.map(({ name }) => name.replaceAll("_", "-")).join(", ")}`,
      );
    values[field.localName] =
      field.fieldKind === "list" ? [...((values[field.localName] as string[]) ?? []), text] : text;
  }
  return create(MemoFrameSchema, values);
};

/** The name of a field on the wire. Errors: REQUEST_INVALID. */
export const frameField = (word: string): string => {
  const field = fieldNamed(word);
  if (field) return field.name;
  throw new DomainError("REQUEST_INVALID", `"${word}" is no field of the frame`);
};

const fieldNamed = (word: string) => {
  const name = (fieldsInDutch[word.trim()] ?? word.trim()).replaceAll("-", "_");
  return fields.find((field) => field.name === name);
};

/** The fields as a Dutch reader is shown them. */
const fieldsInDutch: Readonly<Record<string, string>> = {
  plaats: "place",
  datum: "date",
  van: "sender",
  aan: "addressee",
  betreft: "subject",
  "uw kenmerk": "their_reference",
  "uw-kenmerk": "their_reference",
  aanhef: "salutation",
  slot: "closing",
  ondertekening: "signature",
  termijn: "term",
  bijlagen: "enclosures",
};
