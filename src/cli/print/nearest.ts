import { fromBinary } from "@bufbuild/protobuf";
import {
  type Difference,
  Difference_Kind,
  type SpanRef,
  type SpanResolution,
  SpanResolution_Outcome,
  SpanResolutionSchema,
} from "../../../gen/pincite/span/v1/span_pb.ts";
import type { DomainError } from "../../error.ts";
import type { Speech } from "../../messages/speech.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** The resolution that a refused quote came back with; undefined for any other error. */
export const resolutionIn = ({ attached }: DomainError): SpanResolution | undefined => {
  const found = attached.find(({ typeName }) => typeName === SpanResolutionSchema.typeName);
  return found && fromBinary(SpanResolutionSchema, found.value);
};

/**
 * What stands in the source instead of a refused quote: the nearest passages with what differs, and the command that puts the
 * source's own words forward; for words that stand there more than once each place. `command`: what stands before the quote,
 * and what it is a quote for.
 */
export const nearestLines = (
  { outcome, suggestions, spans }: SpanResolution,
  { command, name }: { readonly command: string; readonly name: string },
  speech: Speech,
): string[] => {
  const { phrase } = speech;
  if (outcome === SpanResolution_Outcome.AMBIGUOUS)
    return [
      phrase("go.these-words-stand-there-more-than-once-say"),
      ...spans.flatMap((span, at) => [
        ...indented(placeText(span)),
        `    ${command} ${inShell(`${name}#${at + 1}=${span.excerpt}`)}`,
      ]),
    ];
  const near = suggestions.flatMap(({ span, differences }) => (span ? [{ span, differences }] : []));
  if (near.length === 0) return [phrase("go.nothing-like-it-stands-in-this-document")];
  return [
    phrase("go.nearest-to-it-stands"),
    ...near.flatMap(({ span, differences }) => [
      ...indented(`“${oneLine(span.excerpt, 600)}”`),
      ...differenceLines(differences, speech).map((line) => `      ${line}`),
      `    ${command} ${inShell(`${name}=${span.excerpt}`)}`,
    ]),
  ];
};

const indented = (text: string): string[] => wrap(text, 90).map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`));

/** A place by what stands around it. */
const placeText = ({ shownBefore, excerpt, shownAfter }: SpanRef): string =>
  `…${oneLine(shownBefore, 60)} “${oneLine(excerpt, 120)}” ${oneLine(shownAfter, 60)}…`;

/** Of many differences the first few are told: then it is another sentence. */
const differencesMax = 4;

const differenceLines = (differences: readonly Difference[], { phrase }: Speech): string[] => {
  const told = differences.filter(({ kind }) => kind === Difference_Kind.WORDS || kind === Difference_Kind.UNSPECIFIED);
  const all = told.length > 0 ? told : differences;
  const lines = all.slice(0, differencesMax).map(({ quoteText, sourceText }) => {
    const [yours, theirs] = [oneLine(quoteText, 80), oneLine(sourceText, 80)];
    if (yours === "") return phrase("go.you-left-out", { theirs });
    return theirs === ""
      ? phrase("go.does-not-stand-there", { yours })
      : phrase("go.you-wrote-there-stands", { yours, theirs });
  });
  const more = all.length - lines.length;
  return more > 0 ? [...lines, phrase("item.and-more", { count: more })] : lines;
};

/** A word as a shell takes it whole: between single quotes, in which nothing has a meaning. */
const inShell = (word: string): string => `'${word.replace(/\s+/gu, " ").replaceAll("'", "'\\''")}'`;
