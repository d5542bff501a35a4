import { create } from "@bufbuild/protobuf";
import { LedgerEntrySchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { type FrameSource, type MemoFrame, MemoFrameSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { PartyRole, PartySchema } from "../../gen/pincite/memo/v1/party_pb.ts";
import { ClaimAct } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import type { Book } from "./book.ts";
import { meansExhibits } from "./exhibits.ts";
import { boundEntryIds, type HeadingFinding, headingSentence, refusalsOf } from "./headings.ts";
import { Cast } from "./parties.ts";
import type { Sentence } from "./sentence.ts";
import { isLetters } from "./token-rule.ts";
import { measureOf } from "./tokens/measures.ts";
import type { Token } from "./tokens/token.ts";

/** A line of the frame, with what may be said in it beside what every entry carries. */
interface Line {
  /** `frame:closing`; of a field of several lines `frame:enclosures:2`, counted from one. */
  readonly subjectId: string;
  readonly field: string;
  readonly text: string;
}

type Field = Exclude<keyof MemoFrame, `$${string}` | "sources" | "named" | "date">;

/** All but the day of writing, which is a day by its form. */
const fields = MemoFrameSchema.fields.flatMap(({ name, localName, message }) =>
  message !== undefined || name === "date" ? [] : [localName as Field],
);

/**
 * Fields that hold names, addresses and a reference, which are their writer's own and stand in no evidence ("Laan 1940-1945 12"):
 * of these only what no address holds is refused. All others are read as a title is.
 */
const address: readonly Field[] = ["place", "sender", "addressee", "theirReference", "ownReference", "signature"];
const notInAddress: ReadonlySet<DraftRule> = new Set([
  DraftRule.SUM,
  DraftRule.CITATION_UNBOUND,
  DraftRule.QUOTATION_NOT_IN_SOURCE,
  DraftRule.QUOTATION_MARK_STRAY,
  DraftRule.ACT_WITHOUT_ENTRY,
]);

/**
 * What stands around the text of a letter says nothing that the record has not, by the rules of titles: any bound entry carries
 * it, and so do the words of the answered letter that the field was cut from or names. The sender and the addressee may be named.
 */
export const frameFindings = (frame: MemoFrame | undefined, book: Book): HeadingFinding[] => {
  if (frame === undefined) return [];
  const own = withFrame(frame, book);
  const names = [...address, ...namesLines(book)];
  return [
    ...fields
      .filter((field) => !names.includes(field))
      .flatMap((field) => linesOf(frame, field))
      .flatMap((line) => proseFindings(line, own)),
    ...names
      .flatMap((field) => linesOf(frame, field))
      .flatMap((line) => refusalsOf(headingSentence(inParts(line), boundEntryIds(own), own), line, own))
      .filter(({ rule }) => notInAddress.has(rule)),
  ];
};

/** A comma in an address stands for the end of a line: what stands behind it is nobody who does what stands before it. */
const inParts = (line: Line): Line => ({ ...line, text: line.text.replaceAll(/,(?=\s)/gu, ";") });

/** Lines of this kind of memo that hold the name of a party. */
const namesLines = ({ input: { profile } }: Book): Field[] =>
  (profile?.frame?.lines ?? []).flatMap(({ field, party }) => {
    const known = MemoFrameSchema.fields.find(({ name }) => name === field);
    return known && party !== PartyRole.UNSPECIFIED ? [known.localName as Field] : [];
  });

/** Whether a field holds the question that the reader decides. */
const isQuestion = (field: string, { input: { profile } }: Book): boolean =>
  (profile?.frame?.lines ?? []).some(
    (line) =>
      MemoFrameSchema.fields.find(({ name }) => name === line.field)?.localName === field &&
      profile?.claimKinds.some(({ name, act }) => name === line.claimKind && act === ClaimAct.PUTS_QUESTION),
  );

const linesOf = (frame: MemoFrame, field: Field): Line[] => {
  const value = frame[field];
  const wire = MemoFrameSchema.field[field].name;
  if (typeof value === "string") return value === "" ? [] : [{ subjectId: `frame:${wire}`, field, text: value }];
  return value.map((text, at) => ({ subjectId: `frame:${wire}:${at + 1}`, field, text }));
};

/** `Bijlage 2:`: the number under which the export sends a paper along, at the head of its line. */
const label =
  /^\s*(?:bijlage|bijl\.|productie|prod\.|bewijsstuk|annex|appendix|exhibit|enclosure|attachment)\s+(?:nr\.?\s+|no\.?\s+)?(?<number>\d{1,4})\s*(?:[:.)–-]\s*|$)/iu;

/** How one greets: words that name nobody and tell nothing. */
const greeting = /^\s*(?:geachte?|beste|dear)(?!\p{L})|(?<!\p{L})(?:sirs?|madam)(?!\p{L})/giu;

const proseFindings = (line: Line, book: Book): HeadingFinding[] => {
  const number = line.field === "enclosures" ? label.exec(line.text)?.groups?.number : undefined;
  const carrying = number === undefined ? boundEntryIds(book) : paperOf(Number(number), book);
  if (carrying.length === 0 && number !== undefined) return [unknownExhibit(line)];
  const pattern = line.field === "salutation" ? greeting : line.field === "enclosures" ? label : undefined;
  const text = pattern === undefined ? line.text : line.text.replace(pattern, blank);
  const sentence = headingSentence({ ...line, text }, carrying, book);
  return refusalsOf(sentence, line, book).filter((found) => !isOwn(found, sentence, line, book));
};

/** As many blanks, so that everything behind keeps its place. */
const blank = (words: string): string => " ".repeat(words.length);

/** Entries of the paper that this memo gives the number: a line that names it says of that paper what else it says. */
const paperOf = (number: number, book: Book): string[] =>
  boundEntryIds(book).filter((id) => {
    const entry = book.entries.get(id);
    const place = { kind: "exhibit", values: [String(number)], start: 0, end: 0 } as const;
    return entry !== undefined && meansExhibits(place, [entry], book.exhibits);
  });

const unknownExhibit = ({ subjectId, text }: Line): HeadingFinding => ({
  subjectId,
  text,
  rule: DraftRule.EXHIBIT_NUMBER,
  remedy: { kind: Remedy_Kind.REWORD },
  start: 0,
  end: label.exec(text)?.[0].trimEnd().length ?? 0,
});

/** What a field says by its nature: a salutation whom it greets, a term its days, an enclosure the day of a pinned letter. */
const isOwn = ({ rule, start, end }: HeadingFinding, sentence: Sentence, { field }: Line, book: Book): boolean => {
  if (field === "salutation") return rule === DraftRule.ROLE;
  // What is asked is not said; what the question takes for granted in numbers and days is.
  if (isQuestion(field, book)) return rule === DraftRule.ACT_WITHOUT_ENTRY;
  const token = sentence.tokens.find((one) => one.start === start && one.end === end);
  if (token === undefined) return false;
  if (field === "term") return isTermToken(token, sentence);
  return field === "enclosures" && book.letters.some((letter) => isLetters(token, letter));
};

/** A day, a time or a period at the head of the field or behind `binnen`, `uiterlijk`, `before`, other days between left out. */
const isTermToken = (token: Token, { text, grammars, tokens }: Sentence): boolean => {
  const isPeriod = token.kind === "number" && measureOf(token.units) !== undefined;
  if (!isPeriod && token.kind !== "date" && token.kind !== "weekday" && token.kind !== "time") return false;
  const before = tokens
    .filter(({ end }) => end <= token.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + blank(rest.slice(start, end)) + rest.slice(end), text)
    .slice(0, token.start);
  const isBehind = (terms: RegExp) =>
    new RegExp(`${terms.source}[\\s,]*(?:(?:de|om|op|the|at|on|of)\\s+)*$`, "iu").test(before);
  return !/\p{L}/u.test(before) || grammars.some(({ terms }) => isBehind(terms));
};

/** The book with the frame's people among the cast, and the words of the answered letter that stand in its fields as entries. */
const withFrame = (frame: MemoFrame, book: Book): Book => {
  const { parties = [], audience = "", profile } = book.input;
  const own = [frame.sender, frame.addressee, frame.signature, ...namesLines(book).map((field) => frame[field])].flat();
  const names = own.filter((line) => line !== "");
  const people = names.length > 0 ? [create(PartySchema, { names, role: PartyRole.THIRD })] : [];
  return {
    ...book,
    cast: new Cast([...parties, ...people], audience, profile),
    entries: new Map([...book.entries, ...[...frame.sources, ...frame.named].map(entryOf)]),
  };
};

const entryOf = (
  { field, span }: FrameSource,
  at: number,
): [string, ReturnType<typeof create<typeof LedgerEntrySchema>>] => {
  const entryId = `frame:${field}:${at + 1}`;
  return [entryId, create(LedgerEntrySchema, { entryId, bindingId: entryId, ...(span === undefined ? {} : { span }) })];
};
