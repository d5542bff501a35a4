import type { EvidenceCandidate, EvidenceSearchResult, Passage } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { ToolContext } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import {
  type SpanRef,
  type SpanResolution_Outcome,
  SpanResolution_OutcomeSchema,
  Voice,
} from "../../../gen/pincite/span/v1/span_pb.ts";
import type { ResolvedEvidence, SpanAnswer } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { behindBars, onOneLine } from "./content-lines.ts";

/** Lines of the `Result:` part of a tool context; each begins with `- ` or with white space. */
export const outputLines = (output: ToolContext["output"]): string[] => {
  switch (output.case) {
    case "search":
      return [...searchHead(output.value), ...output.value.candidates.flatMap(candidateLines)];
    case "resolved":
      return output.value.items.flatMap(itemLines);
    case "spans":
      return output.value.answers.flatMap(answerLines);
    default:
      return [];
  }
};

/** What was searched, and how much there is. */
export const searchHead = (result: EvidenceSearchResult): string[] =>
  result.scope === "" && result.query === ""
    ? []
    : [
        `- query: ${onOneLine(result.query)}; scope: ${onOneLine(result.scope)}; matches: ${result.totalCount}`,
        ...result.queryNotes.map((note) => `- of the query: ${onOneLine(note)}`),
        ...(result.queryReading === "" ? [] : [`- read as: ${onOneLine(result.queryReading)}`]),
        ...(result.suggestedQuery === "" ? [] : [`- did you mean: ${onOneLine(result.suggestedQuery)}`]),
      ];

/** One candidate: its id and what it is, then the words around the match. */
export const candidateLines = (candidate: EvidenceCandidate): string[] => [
  ...candidateHead(candidate),
  ...(candidate.snippet === "" ? [] : behindBars(candidate.snippet)),
];

/** The first line of a candidate. */
export const candidateHead = (one: EvidenceCandidate): string[] => {
  const people = one.participants.length > 0 ? `people: ${one.participants.join(", ")}` : "";
  const date = one.occurredAtIso || one.versionDate;
  const parts = [one.evidenceId, one.docType, date, one.address, one.title, people, one.chunkUid];
  return [
    `- ${parts
      .filter((part) => part !== "")
      .map(onOneLine)
      .join("; ")}`,
  ];
};

/** The answer for one id or citation, without its candidates and passages. */
export const itemHead = (item: ResolvedEvidence): string[] => [
  `- ${[
    `asked: ${onOneLine(item.asked)}`,
    ...(item.problem === "" ? [] : [`problem: ${onOneLine(item.problem)}`]),
    ...(item.note === "" ? [] : [`note: ${onOneLine(item.note)}`]),
  ].join("; ")}`,
];

const itemLines = (item: ResolvedEvidence): string[] =>
  item.asked === ""
    ? []
    : [...itemHead(item), ...item.candidates.flatMap(candidateLines), ...item.passages.flatMap(passageLines)];

/** The first line of a passage: the chunk to name in a locator, the address, and who speaks where it is not the author. */
export const passageHead = (passage: Passage): string[] => [
  headLine(`passage ${onOneLine(passage.chunkUid || passage.docUid)}`, passage),
];

/** A passage with its text. */
export const passageLines = (passage: Passage): string[] => [...passageHead(passage), ...behindBars(passage.text)];

/** What became of one query of get_spans, without texts. */
export const answerHead = (answer: SpanAnswer, index: number): string[] => {
  const { resolution, place } = answer;
  const outcome = resolution ? outcomeName(resolution.outcome) : place ? "PLACE" : "PASSAGES";
  const words = [resolution?.message ?? "", place?.place?.label ?? place?.message ?? "", answer.problem]
    .filter((one) => one !== "")
    .map(onOneLine);
  return [`- answer ${index}: ${[outcome, ...words].join("; ")}`];
};

const outcomeName = (outcome: SpanResolution_Outcome): string =>
  SpanResolution_OutcomeSchema.value[outcome]?.localName ?? "UNKNOWN";

const answerLines = (answer: SpanAnswer, index: number): string[] =>
  !answer.resolution && !answer.place && answer.passages.length === 0 && answer.problem === ""
    ? []
    : [
        ...answerHead(answer, index),
        ...(answer.resolution?.spans ?? []).flatMap((span, at) => spanLines(`span ${at}`, span)),
        ...(answer.resolution?.suggestions ?? []).flatMap((one) => (one.span ? spanLines("suggestion", one.span) : [])),
        ...answer.passages.flatMap(passageLines),
      ];

/** One span: its name in the answer, where it stands, who speaks where it is not the author, its words. */
export const spanLines = (name: string, span: SpanRef): string[] => [
  headLine(`${name}: characters ${span.startChar} to ${span.endChar}`, span),
  ...behindBars(span.excerpt),
];

const headLine = (name: string, of: Passage | SpanRef): string =>
  `- ${[name, onOneLine(of.address), voiceWords(of)].filter((part) => part !== "").join("; ")}`;

/** Where the words are the document's own, nothing is said. */
const wordsOf: Partial<Record<Voice, string>> = {
  [Voice.QUOTED]: "quoted from somebody else's message",
  [Voice.FORWARDED]: "forwarded, somebody else's message",
  [Voice.SIGNATURE]: "signature",
  [Voice.DISCLAIMER]: "disclaimer",
  [Voice.COURT]: "the court's own reasoning",
  [Voice.PARTY]: "a party's position, not the court's",
  [Voice.EDITOR]: "an editor's words, not the source's: do not quote",
};

/**
 * Who speaks in a passage or a span, in a few words for the model: `quoted from somebody else's message, by Bram, of
 * 12 juni 2025`. Empty for the document's author and for statutes. Speaker and date stand as the source writes them.
 */
const voiceWords = ({
  voice,
  speaker,
  segmentDateText,
}: Pick<SpanRef, "voice" | "speaker" | "segmentDateText">): string => {
  const words = wordsOf[voice];
  if (words === undefined) return "";
  const by = speaker === "" ? [] : [`by ${onOneLine(speaker)}`];
  const of = segmentDateText === "" ? [] : [`of ${onOneLine(segmentDateText)}`];
  return [words, ...by, ...of].join(", ");
};
