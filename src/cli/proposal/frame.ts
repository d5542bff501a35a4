import { create } from "@bufbuild/protobuf";
import { type MemoFrame, MemoFrameSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { type Locale, speechOf } from "../../messages/speech.ts";
import { lineLabel } from "../print/frame-lines.ts";
import { dayTyped } from "../text/day-typed.ts";
import { isTyped, shownWord, type TypedId } from "../text/typed-words.ts";
import { flat } from "./text-file.ts";

/** Which lines of its own a kind of memo has. */
type FrameOf = Pick<WorkflowProfile, "frame"> | undefined;

/** The fields a person may say, as they stand on the wire. */
const fields = MemoFrameSchema.fields.filter(({ message }) => message === undefined);

/**
 * The frame of the memo as flags say it: `place=Utrecht`, `their-reference=PZ/12`; a field of several lines is given once for
 * each, or at once with semicolons between its lines, as the terminal shows them. Errors: REQUEST_INVALID.
 */
export const parseFrame = (flags: readonly string[], profile?: FrameOf): MemoFrame => {
  const values: Record<string, string | string[]> = {};
  for (const flag of flags) {
    const [, word = "", text = ""] = /^\s*([\p{L}_ -]+?)\s*=\s*([\s\S]*\S)\s*$/u.exec(flag) ?? [];
    const field = fieldNamed(word, profile);
    if (!field)
      throw new DomainError(
        "REQUEST_INVALID",
        worded("command.says-nothing-of-the-frame-write-field-text", {
          flag,
          fields: fields.map(({ name }) => name.replaceAll("_", "-")).join(", "),
        }),
      );
    values[field.localName] =
      field.fieldKind === "list"
        ? [...((values[field.localName] as string[]) ?? []), ...linesIn(text)]
        : days.has(field.name)
          ? (dayTyped(text) ?? text)
          : text;
  }
  return create(MemoFrameSchema, values);
};

/** Whether words say what stands around the letter: a field of the frame, as a person types it, with an equals sign behind it. */
export const saysFrame = (said: string, profile?: FrameOf): boolean => {
  const [, word = ""] = /^\s*([\p{L}_ -]+?)\s*=/u.exec(said) ?? [];
  return word !== "" && fieldNamed(word, profile) !== undefined;
};

/** Fields that hold a day, which a person writes as she is used to. */
const days: ReadonlySet<string> = new Set(["date", "first_day_ill"]);

const linesIn = (text: string): string[] => text.split(/\s*;\s*/u).filter((line) => line !== "");

/** The name of a field on the wire. Errors: REQUEST_INVALID. */
export const frameField = (word: string, profile?: FrameOf): string => {
  const field = fieldNamed(word, profile);
  if (field) return field.name;
  throw new DomainError("REQUEST_INVALID", worded("command.is-no-field-of-the-frame", { word }));
};

const fieldNamed = (word: string, profile?: FrameOf) => {
  const wanted = word.trim().replaceAll(/[-_]/gu, " ").toLowerCase();
  const line = (profile?.frame?.lines ?? []).find(({ label }) =>
    label.some(({ text }) => text.toLowerCase() === wanted),
  );
  const [typed] = Object.entries(wordsOfFields).find(([, id]) => isTyped(word, id)) ?? [];
  const name = (line?.field ?? typed ?? word.trim()).replaceAll("-", "_");
  return fields.find((field) => field.name === name);
};

/** A field as a person types it: under the label that this kind of memo has for it, or by its name in her language. */
export const frameFieldTyped = (name: string, locale: Locale, profile?: FrameOf): string => {
  const line = (profile?.frame?.lines ?? []).find(({ field }) => field === name);
  const word = wordsOfFields[name];
  if (line) return lineLabel(line.label, locale);
  return word === undefined ? name.replaceAll("_", "-") : shownWord(word, speechOf(locale));
};

/** What a frame says, each line with its field as a person types it: `@ plaats: Utrecht`. */
export const frameText = (frame: MemoFrame | undefined, locale: Locale, profile?: FrameOf): string[] =>
  fields.flatMap(({ name, localName }) => {
    const value = (frame?.[localName as keyof MemoFrame] ?? "") as string | readonly string[];
    const shown = frameFieldTyped(name, locale, profile);
    return [value].flat().flatMap((line) => (line === "" ? [] : [`@ ${shown}: ${flat(line)}`]));
  });

/**
 * What lines of that form change: fields with other words, and fields that are gone. No line at all changes nothing. Errors:
 * REQUEST_INVALID.
 */
export const frameChange = (lines: readonly string[], former: MemoFrame | undefined, profile?: FrameOf) => {
  if (lines.length === 0) return {};
  const said = parseFrame(
    lines.map((line) => line.replace(/^@\s*([^:=]*):/u, "$1=")),
    profile,
  );
  const linesOf = (frame: MemoFrame | undefined, at: string) =>
    [(frame?.[at as keyof MemoFrame] ?? "") as string | readonly string[]].flat().map(flat).filter(Boolean).join("\n");
  const changed = fields.filter(({ localName }) => linesOf(said, localName) !== linesOf(former, localName));
  const filled = changed.filter(({ localName }) => linesOf(said, localName) !== "");
  const values = filled.map(({ localName }) => [localName, said[localName as keyof MemoFrame]]);
  return {
    ...(filled.length > 0 ? { frame: create(MemoFrameSchema, Object.fromEntries(values)) } : {}),
    dropFrameFields: changed.filter((field) => !filled.includes(field)).map(({ name }) => name),
  };
};

/** The fields that people call by a word of their language. */
const wordsOfFields: Readonly<Record<string, TypedId>> = {
  place: "typed.frame-place",
  date: "typed.frame-date",
  sender: "typed.frame-sender",
  addressee: "typed.frame-addressee",
  subject: "typed.frame-subject",
  their_reference: "typed.frame-their-reference",
  own_reference: "typed.frame-own-reference",
  salutation: "typed.frame-salutation",
  closing: "typed.frame-closing",
  signature: "typed.frame-signature",
  term: "typed.frame-term",
  enclosures: "typed.frame-enclosures",
};
