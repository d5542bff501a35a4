import type { MessageInitShape } from "@bufbuild/protobuf";
import { letterCustom } from "#kit/letter-custom.ts";
import {
  type DraftSentence,
  type DraftText,
  SentenceKind,
  type SentenceProposalSchema,
} from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { EditedDocx, EditedPiece } from "./edited-docx.ts";
import { shownText } from "./escape.ts";
import { memoSpeech } from "./words.ts";

type Sentence = MessageInitShape<typeof SentenceProposalSchema>;

/** What became of a sentence, or of words that are none. */
export interface ReadBackChange {
  readonly kind: "changed" | "moved" | "deleted" | "new" | "unmapped";
  /** The sentence of the draft; empty for what is new or cannot be mapped. */
  readonly sentenceId: string;
  /** As it stands in the file; empty where it was deleted. */
  readonly text: string;
}

/** An edited draft read back. */
export interface ReadBack {
  /** The draft's sections with their sentences as the file has them. */
  readonly sections: readonly { readonly sectionId: string; readonly sentences: readonly Sentence[] }[];
  readonly changes: readonly ReadBackChange[];
}

/**
 * Holds an edited Word file against the draft it was made of: a sentence is known by its bookmark, one that lost it by its
 * words. What stands between the draft's headings and is no sentence of it is new; what stands elsewhere is no part of the draft.
 */
export const readBack = (draft: DraftText, { paragraphs }: EditedDocx): ReadBack => {
  const known = new Map(draft.sections.flatMap(({ sentences }) => sentences).map((one) => [one.sentenceId, one]));
  const found = new Finding(known);
  const { phrase } = memoSpeech(draft.locale);
  const closings = new Set([shownText(draft.frame?.closing ?? ""), letterCustom(draft.locale).closing]);
  closings.delete("");
  const ends = new Set([phrase("memo.exhibits"), phrase("memo.provenance")]);
  const sumHeads = [phrase("memo.sum"), phrase("memo.demand")];
  let at = -1;
  for (const { isHeading, pieces } of paragraphs) {
    const title = squeezed(pieces.map(({ text }) => text).join(""));
    const next = draft.sections.findIndex((section, index) => index > at && shownText(section.title) === title);
    if (isHeading && next >= 0) at = next;
    else if (isHeading && ends.has(title)) at = draft.sections.length;
    else if (isHeading) found.heading(title, at);
    else if (closings.has(title) || pieces.some(({ mark }) => mark === "_pincite_end")) at = draft.sections.length;
    else if (at < draft.sections.length)
      for (const piece of pieces) if (!isCellAsPrinted(piece, draft, sumHeads)) found.take(piece, at);
  }
  const sections = draft.sections.map(({ sectionId }, index) => ({
    sectionId,
    sentences: found.placed.filter((one) => one.section === index).map(({ sentence }) => sentence),
  }));
  return { sections, changes: [...changesOf(draft, found.placed), ...found.unmapped] };
};

/** A cell of the table of sums that says what the sentences above it say: one that was changed is told. */
const isCellAsPrinted = ({ mark, text }: EditedPiece, { sections }: DraftText, heads: readonly string[]): boolean => {
  if (!mark.startsWith("_pincite_sum_")) return false;
  const said = squeezed(text).replace(/ …$/u, "");
  return (
    heads.includes(said) ||
    sections.some(({ sentences }) => sentences.some((one) => shownText(one.text).includes(said)))
  );
};

const squeezed = (text: string): string => text.replace(/\s+/gu, " ").trim();

interface Placed {
  readonly section: number;
  readonly sentence: Sentence;
}

class Finding {
  readonly placed: Placed[] = [];
  readonly unmapped: ReadBackChange[] = [];
  readonly #known: ReadonlyMap<string, DraftSentence>;
  readonly #taken = new Set<string>();

  constructor(known: ReadonlyMap<string, DraftSentence>) {
    this.#known = known;
  }

  /** A heading that the draft has not: the outline is changed there, not here. Before the first section stands the title. */
  heading(title: string, section: number): void {
    if (section >= 0 && title !== "") this.unmapped.push({ kind: "unmapped", sentenceId: "", text: title });
  }

  take({ mark, text }: EditedPiece, section: number): void {
    const said = squeezed(text);
    if (mark !== "") {
      this.#one(mark, said, section);
      return;
    }
    // Without bookmarks several sentences are one stretch: those of the draft are looked for in it.
    let rest = said;
    for (let next = this.#firstIn(rest); next; next = this.#firstIn(rest)) {
      this.#one("", rest.slice(0, next.at).trim(), section);
      this.#one("", next.words, section);
      rest = rest.slice(next.at + next.words.length).trim();
    }
    this.#one("", rest, section);
  }

  /** The first place in a text where a sentence stands that nothing in the file stands for yet. */
  #firstIn(text: string): { readonly at: number; readonly words: string } | undefined {
    return [...this.#known.values()]
      .filter(({ sentenceId }) => !this.#taken.has(sentenceId))
      .map((one) => ({ words: shownText(one.text), at: text.indexOf(shownText(one.text)) }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at - b.at || b.words.length - a.words.length)[0];
  }

  #one(mark: string, said: string, section: number): void {
    if (said === "") return;
    const id = mark.replace("_pincite_sentence_", "sentence:");
    const former = this.#free(this.#known.get(id)) ?? this.#free(this.#byWords(said));
    if (former) {
      this.#taken.add(former.sentenceId);
      const { sentenceId, kind, claimId, entryIds } = former;
      const isSame = shownText(former.text) === said;
      this.placed.push({
        // What opens the letter stands above the first heading.
        section: Math.max(section, 0),
        sentence: { sentenceId, kind, claimId, entryIds, text: isSame ? former.text : said },
      });
    } else if (section < 0 || !/\p{L}/u.test(said)) {
      if (mark !== "") this.unmapped.push({ kind: "unmapped", sentenceId: "", text: said });
    } else this.placed.push({ section, sentence: { text: said, kind: SentenceKind.CONNECTIVE } });
  }

  /** A sentence that nothing in the file stands for yet: a copied bookmark counts once. */
  #free(one: DraftSentence | undefined): DraftSentence | undefined {
    return one && !this.#taken.has(one.sentenceId) ? one : undefined;
  }

  #byWords(said: string): DraftSentence | undefined {
    return [...this.#known.values()].find((one) => !this.#taken.has(one.sentenceId) && shownText(one.text) === said);
  }
}

const changesOf = (draft: DraftText, placed: readonly Placed[]): ReadBackChange[] => {
  const before = draft.sections.flatMap(({ sentences }, section) => sentences.map((one) => ({ one, section })));
  const byId = new Map(before.map((each) => [each.one.sentenceId, each]));
  const stayed = unmoved(
    before.map(({ one }) => one.sentenceId),
    placed,
  );
  const seen = placed.flatMap(({ section, sentence }): ReadBackChange[] => {
    const sentenceId = sentence.sentenceId ?? "";
    const text = sentence.text ?? "";
    const was = byId.get(sentenceId);
    if (!was) return [{ kind: "new", sentenceId: "", text }];
    const isMoved = was.section !== section || !stayed.has(sentenceId);
    return [
      ...(was.one.text === text ? [] : [{ kind: "changed" as const, sentenceId, text }]),
      ...(isMoved ? [{ kind: "moved" as const, sentenceId, text }] : []),
    ];
  });
  const kept = new Set(placed.map(({ sentence }) => sentence.sentenceId));
  const gone = before.filter(({ one }) => !kept.has(one.sentenceId));
  return [
    ...seen,
    ...gone.map(({ one }): ReadBackChange => ({ kind: "deleted", sentenceId: one.sentenceId, text: "" })),
  ];
};

/** The longest row of sentences that still follow one another as they did: whoever is not in it was moved. */
const unmoved = (before: readonly string[], placed: readonly Placed[]): ReadonlySet<string> => {
  const order = new Map(before.map((id, at) => [id, at]));
  const ids = placed.flatMap(({ sentence: { sentenceId = "" } }) => (order.has(sentenceId) ? [sentenceId] : []));
  const best: string[][] = [];
  ids.forEach((id, at) => {
    let longest: string[] = [];
    for (let earlier = 0; earlier < at; earlier += 1) {
      const row = best[earlier] as string[];
      if ((order.get(ids[earlier] as string) ?? 0) < (order.get(id) ?? 0) && row.length > longest.length) longest = row;
    }
    best.push([...longest, id]);
  });
  return new Set(best.reduce((most, row) => (row.length > most.length ? row : most), []));
};
