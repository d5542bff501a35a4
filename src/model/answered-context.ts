import { create } from "@bufbuild/protobuf";
import { type Passage, PassageSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type AnsweredText, AnsweredTextSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { type AnsweredContext, AnsweredContextSchema } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { isCut } from "../span/answered-text.ts";
import { sentencesOf } from "../span/sentences.ts";
import { charsOf, onOneLine } from "./prompt/content-lines.ts";
import { graphemeCut } from "./prompt/cut-passage.ts";
import { passageHead, passageLines } from "./prompt/output-lines.ts";

/** A cut passage of less than so many characters says too little to be shown. */
const leastChars = 120;

/**
 * The letter that is answered as the model will see it, in at most `chars` characters of rendered lines: its own words from
 * the beginning, whole sentences at the end, and what it quotes from others as far as there is room. The size and hash of the
 * whole stand beside it.
 */
export const toAnsweredContext = (
  text: AnsweredText,
  ref: { readonly digest: string },
  chars: number,
): { context: AnsweredContext; shownChars: number } => {
  const shown = new Set<Passage>();
  let left = chars;
  let whole = true;
  for (const passage of text.passages.toSorted((a, b) => Number(isQuoted(a)) - Number(isQuoted(b)))) {
    const part = sizeOf(passage) <= left ? passage : beginningOf(passage, left);
    if (part) shown.add(part);
    left -= part ? sizeOf(part) : 0;
    whole &&= part === passage;
    if (part !== passage && !isQuoted(passage)) left = 0;
  }
  const passages = [...shown].toSorted((a, b) => a.startChar - b.startChar);
  const context = create(AnsweredContextSchema, {
    text: create(AnsweredTextSchema, { ...text, passages }),
    truncated: !whole || isCut(text),
    fullChars: charsOf(text.passages.flatMap(letterLines)),
    fullSha256: ref.digest,
  });
  return { context, shownChars: charsOf(passages.flatMap(letterLines)) };
};

/** Words of somebody else come last: the letter that is answered is what its writer says. */
const isQuoted = ({ voice }: Passage): boolean => voice === Voice.QUOTED;

/** A passage as it is shown: white space around it says nothing in a prompt, though its offsets count it. */
const letterLines = (passage: Passage): string[] =>
  passage.text.trim() === ""
    ? []
    : passageLines(create(PassageSchema, { ...passage, text: passage.text.replace(/^\s*\n/u, "").trimEnd() }));

const sizeOf = (passage: Passage): number => charsOf(letterLines(passage));

/** As many whole sentences of a passage as fit; undefined where not even a little does. */
const beginningOf = (passage: Passage, chars: number): Passage | undefined => {
  const room = chars - charsOf(passageHead(passage));
  if (room < leastChars) return undefined;
  const letters = [...passage.text];
  const ends = sentencesOf(passage.text).map(({ end }) => end);
  const cut = (end: number): Passage =>
    create(PassageSchema, { ...passage, text: letters.slice(0, end).join(""), endChar: passage.startChar + end });
  const fitting = ends.map(cut).findLast((part) => sizeOf(part) <= chars);
  if (fitting) return fitting;
  // A bar stands before each line, so that less fits than the room there is.
  const part = cut(graphemeCut(passage.text, Math.floor(room / 2)));
  return sizeOf(part) <= chars ? part : undefined;
};

/** The block in which the letter stands in a prompt, framed as a tool result is, though no tool ran. */
export const answeredBlock = (
  { text, truncated, fullChars, fullSha256 }: AnsweredContext,
  workspace: string,
): string[] => [
  "TOOL_CONTEXT_START",
  "Tool: none; a person pinned this document as the letter that is answered",
  `Workspace: ${onOneLine(workspace)}`,
  "Result:",
  `- vault:${onOneLine(text?.docUid ?? "")}; it proves nothing until a slot is bound to it`,
  ...(text?.passages ?? []).flatMap(letterLines),
  ...(truncated ? [`- shortened; what is kept has ${fullChars} characters, sha256 ${fullSha256}`] : []),
  "TOOL_CONTEXT_END",
];
