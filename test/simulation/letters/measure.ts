import { create } from "@bufbuild/protobuf";
import { ReferenceSide } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { TurnContextSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { toAnsweredContext } from "../../../src/model/answered-context.ts";
import { letterParts } from "../../../src/model/providers/extractive/letter.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { sha256 } from "../../../src/sha256.ts";
import { answeredTextOf } from "../../../src/span/answered-text.ts";
import { openSource } from "../../../src/span/source.ts";
import type { MarkedLetter } from "../../support/cases/letters.ts";

export interface Tally {
  right: number;
  found: number;
  sought: number;
}

export const kinds = ["assertions", "questions", "terms", "references"] as const;
export type Tallies = Record<(typeof kinds)[number], Tally>;

export interface Miss {
  readonly letter: string;
  readonly kind: string;
  readonly what: "not found" | "not one";
  readonly text: string;
}

/** What the guide reads in letters beside what their marks say, sentence by sentence. */
export const measureLetters = (letters: readonly MarkedLetter[]): { tallies: Tallies; misses: Miss[] } => {
  const tally = (): Tally => ({ right: 0, found: 0, sought: 0 });
  const tallies: Tallies = { assertions: tally(), questions: tally(), terms: tally(), references: tally() };
  const misses: Miss[] = [];
  for (const letter of letters) {
    const [found, sought] = [readIn(letter), markedIn(letter)];
    for (const kind of kinds) {
      const [one, other] = [found[kind], sought[kind]];
      tallies[kind].found += one.length;
      tallies[kind].sought += other.length;
      tallies[kind].right += one.filter((text) => other.includes(text)).length;
      const miss = (what: Miss["what"]) => (text: string) => misses.push({ letter: letter.name, kind, what, text });
      one.filter((text) => !other.includes(text)).forEach(miss("not one"));
      other.filter((text) => !one.includes(text)).forEach(miss("not found"));
    }
  }
  return { tallies, misses };
};

const markedIn = (letter: MarkedLetter): Record<(typeof kinds)[number], string[]> => {
  const having = (sign: string): string[] =>
    letter.lines.flatMap(({ marks, text }) => (marks.includes(sign) ? [plain(text)] : []));
  return {
    assertions: having("a"),
    questions: having("q"),
    terms: having("t"),
    references: letter.references.map(([side, value]) => `${side} ${value}`),
  };
};

/** Ends of items count as little as line ends. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/[;.:]$/u, "");

const docUid = "cd".repeat(32);

const readIn = (letter: MarkedLetter): Record<(typeof kinds)[number], string[]> => {
  const lines = letter.lines.map(({ isItem, text }) => (isItem ? `\n- ${text}` : ` ${text}`));
  const text = [letter.head.join("\n"), letter.salutation, lines.join("").trim(), letter.close].join("\n\n");
  const endChar = [...text].length;
  const segments = [{ startChar: 0, endChar, voice: Voice.AUTHOR }];
  const source = openSource(create(CanonicalTextSchema, { text, docUid, segments }), sha256);
  const answered = toAnsweredContext(answeredTextOf(source), { digest: "" }, 36_000).context;
  const context = create(TurnContextSchema, {
    state: OrchestratorState.INTENT_SEED,
    profile: builtinProfiles()[0]!,
    answered,
    run: { locale: "nl", referenceDate: "2026-07-15", answeredLetter: { evidenceId: `vault:${docUid}` } },
  });
  const { letterReading } = letterParts(context);
  const quotes = (some: readonly { exactQuote?: string }[] = []) =>
    some.map(({ exactQuote = "" }) => plain(exactQuote));
  return {
    assertions: quotes(letterReading?.assertions),
    questions: quotes(letterReading?.questions),
    terms: quotes(letterReading?.terms),
    references: (letterReading?.references ?? []).map(
      ({ side = ReferenceSide.UNSPECIFIED, value = "" }) =>
        `${side === ReferenceSide.WRITER ? "WRITER" : "READER"} ${value}`,
    ),
  };
};
