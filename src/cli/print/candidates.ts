import type { EvidenceCandidate, EvidenceSearchResult } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { oneLine } from "../text/plain.ts";
import { validityMark } from "./validity-lines.ts";

/** A search result for people: each candidate with the id that pins and binds take, then what was searched. */
export const searchLines = (result: EvidenceSearchResult): string[] => [
  ...result.candidates.flatMap(candidateLines),
  result.candidates.length === 0
    ? `No matches.${result.refinedQuery === "" ? "" : ` Try: ${result.refinedQuery}`}`
    : `${result.candidates.length} of ${result.totalCount} shown.`,
  `Searched: ${result.scope}`,
];

/** One candidate in two or three lines. */
export const candidateLines = (candidate: EvidenceCandidate): string[] => {
  const date = candidate.occurredAtIso.slice(0, 10) || candidate.versionDate;
  // The title of a piece of law begins with its address.
  const address = candidate.title.startsWith(candidate.address) ? "" : candidate.address;
  const mark = validityMark(candidate.validity);
  const people = candidate.participants.slice(0, 3).map((each) => oneLine(each, 40));
  return [
    oneLine([date, address, candidate.title].filter(Boolean).join("  "), 110),
    ...(mark === "" ? [] : [`    ${mark}`]),
    ...(candidate.problem === "" ? [] : [`    ${candidate.problem}`]),
    ...(people.length === 0 ? [] : [`    ${people.join(", ")}`]),
    ...(candidate.snippet === "" ? [] : [`    ${oneLine(candidate.snippet, 110)}`]),
    `    ${candidate.evidenceId}`,
  ];
};
