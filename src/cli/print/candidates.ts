import type { EvidenceCandidate, EvidenceSearchResult } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { scopeIn } from "../../export/scope.ts";
import type { Speech } from "../../messages/speech.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { setWords } from "./persons-values.ts";
import { validityMark } from "./validity-lines.ts";

/** A search result for people: each candidate with the id that pins and binds take, then what was searched. */
export const searchLines = (result: EvidenceSearchResult, speech: Speech): string[] => [
  ...result.candidates.flatMap((candidate) => candidateLines(candidate, speech)),
  ...result.queryNotes.map((note) =>
    speech.phrase("screen.not-understood", { note: oneLine(speech.sentence(note), 200) }),
  ),
  ...(result.queryReading === ""
    ? []
    : [speech.phrase("screen.read-as", { queryReading: oneLine(result.queryReading, 200) })]),
  ...(result.nothingToSearch ? [speech.phrase("screen.this-part-of-the-vault-holds-no-document-yet")] : []),
  ...suggestedLines(result, speech),
  countLine(result, speech),
  speech.phrase("screen.searched", { scopeText: scopeIn(result.scope, speech) }),
];

/** Which other query is meant, or was answered because this one found nothing. */
const suggestedLines = ({ suggestedQuery, answeredQuery }: EvidenceSearchResult, { phrase }: Speech): string[] => {
  if (answeredQuery !== "")
    return [phrase("screen.nothing-found-answered-instead", { answeredQuery: oneLine(answeredQuery, 200) })];
  return suggestedQuery === "" ? [] : [phrase("screen.did-you-mean", { suggestedQuery: oneLine(suggestedQuery, 200) })];
};

const countLine = ({ candidates, totalCount, refinedQuery }: EvidenceSearchResult, { phrase }: Speech): string => {
  if (candidates.length > 0) return phrase("screen.of-shown", { candidatesCount: candidates.length, totalCount });
  return refinedQuery === "" ? phrase("screen.no-matches") : phrase("screen.no-matches-try", { refinedQuery });
};

/** What to know of a candidate's values and of its text. */
export const candidateNotes = (
  { personsValues, boundSourceDigest, machineRead }: EvidenceCandidate,
  speech: Speech,
): string[] =>
  [
    setWords(personsValues, speech),
    machineRead ? speech.phrase("item.machine-read") : "",
    boundSourceDigest === "" ? "" : speech.phrase(newerText),
  ].filter((note) => note !== "");

const newerText = "screen.found-in-a-newer-text-of-a-document-that-is";

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
    ...wrap(oneLine(candidate.snippet, 400), 84).map((line) => `    ${line}`),
    `    ${candidate.evidenceId}`,
  ];
};
