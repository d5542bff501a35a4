import type { EvidenceCandidate, EvidenceSearchResult } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { Speech } from "../../words/speech.ts";
import { oneLine } from "../text/plain.ts";
import { scopeText } from "./item-text.ts";
import { setWords } from "./persons-values.ts";
import { validityMark } from "./validity-lines.ts";

/** A search result for people: each candidate with the id that pins and binds take, then what was searched. */
export const searchLines = (result: EvidenceSearchResult, speech: Speech): string[] => [
  ...result.candidates.flatMap((candidate) => candidateLines(candidate, speech)),
  ...result.queryNotes.map((note) => speech.phrase("Not understood: {1}", oneLine(speech.sentence(note), 200))),
  ...(result.queryReading === "" ? [] : [speech.phrase("Read as: {1}", oneLine(result.queryReading, 200))]),
  ...(result.nothingToSearch
    ? [speech.phrase("This part of the Vault holds no document yet: `pincite vault import` brings them in.")]
    : []),
  ...(result.suggestedQuery === "" ? [] : [speech.phrase("Did you mean: {1}", oneLine(result.suggestedQuery, 200))]),
  countLine(result, speech),
  speech.phrase("Searched: {1}", scopeText(result.scope, speech)),
];

const countLine = ({ candidates, totalCount, refinedQuery }: EvidenceSearchResult, { phrase }: Speech): string => {
  if (candidates.length > 0) return phrase("{1} of {2} shown.", candidates.length, totalCount);
  return refinedQuery === "" ? phrase("No matches.") : phrase("No matches. Try: {1}", refinedQuery);
};

/** What to know of a candidate's values and of its text. */
export const candidateNotes = ({ personsValues, boundSourceDigest }: EvidenceCandidate, speech: Speech): string[] =>
  [setWords(personsValues, speech), boundSourceDigest === "" ? "" : speech.phrase(newerText)].filter(
    (note) => note !== "",
  );

const newerText = "found in a newer text of a document that is bound here in an older one; what is bound stays";

/** One candidate in two or three lines. */
export const candidateLines = (candidate: EvidenceCandidate, speech: Speech): string[] => {
  const date = candidate.occurredAtIso.slice(0, 10) || candidate.versionDate;
  // The title of a piece of law begins with its address.
  const address = candidate.title.startsWith(candidate.address) ? "" : candidate.address;
  const mark = validityMark(candidate.validity, speech);
  const people = candidate.participants.slice(0, 3).map((each) => oneLine(each, 40));
  return [
    oneLine([date, address, candidate.title].filter(Boolean).join("  "), 110),
    ...(mark === "" ? [] : [`    ${mark}`]),
    ...candidateNotes(candidate, speech).map((note) => `    ${note}`),
    ...(candidate.problem === "" ? [] : [`    ${speech.sentence(candidate.problem)}`]),
    ...(people.length === 0 ? [] : [`    ${people.join(", ")}`]),
    ...(candidate.snippet === "" ? [] : [`    ${oneLine(candidate.snippet, 110)}`]),
    `    ${candidate.evidenceId}`,
  ];
};
