import type { Ruling, RulingUnit } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import type { GetRulingResponse } from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { counted } from "../text/counted.ts";
import { oneLine } from "../text/plain.ts";
import { flagMeaning, type PrintedLine, textLines } from "./law-text.ts";

/** A ruling in a list: how it is cited, and how much of it has an address. */
export const rulingLine = (ruling: Ruling): string =>
  [ruling.citation || ruling.ecli, extentOf(ruling)].filter(Boolean).join("  ");

const extentOf = ({ withoutText, considerationCount, guessedCount }: Ruling): string => {
  if (withoutText) return "only its record was published, nothing can be quoted";
  const guessed = guessedCount > 0 ? `, ${guessedCount} of them guessed` : "";
  return `${counted(considerationCount, "consideration")}${guessed}`;
};

/** A whole ruling: what it is, then every word of it, the editors' summary marked as theirs. */
export const rulingLines = ({ ruling, canonicalText }: GetRulingResponse): PrintedLine[] => {
  if (!ruling) return [];
  const points = [...(canonicalText?.text ?? "")];
  const words = (canonicalText?.segments ?? []).flatMap(({ startChar, endChar, voice }): PrintedLine[] => {
    const lines = textLines(points.slice(startChar, endChar).join(""));
    return voice === Voice.EDITOR && lines.length > 0 ? ["  Of the editors, not to be quoted:", ...lines, ""] : lines;
  });
  return [...headLines(ruling), "", ...words];
};

/** What names a ruling and says what it is. */
const headLines = (ruling: Ruling): PrintedLine[] => [
  { words: ruling.citation || ruling.ecli },
  {
    words: `  ${oneLine([ruling.court, ruling.decidedOn, ruling.kind, ...ruling.caseNumbers].filter(Boolean).join(", "), 110)}`,
  },
  ...ruling.subjects.map((subject) => ({ words: `  ${oneLine(subject, 110)}` })),
  `  ${extentOf(ruling)}`,
  ...(readFrom[ruling.readFrom] ? [`  ${readFrom[ruling.readFrom]}`] : []),
];

/** What was read, where not the publisher's data were. */
const readFrom: Readonly<Record<string, string>> = {
  page: "read from a page as saved, not from the publisher's data",
  pdf: "read from a PDF, not from the publisher's data",
};

/** One consideration with its words, who speaks in it, and how it is cited. */
export const considerationLines = (unit: RulingUnit, words: string): PrintedLine[] => [
  unit.address,
  ...unit.flags.map((flag) => `  ${flagMeaning(flag)}`),
  ...(unit.quotable ? [] : ["  of the editors: it cannot be quoted as the court's words"]),
  ...(speakers[unit.voice] ? [`  ${speakers[unit.voice]}`] : []),
  "",
  ...textLines(words),
  "",
  `Cite as: ${unit.address}`,
  `Id:      ${unit.evidenceId}`,
  "",
];

/** Who speaks, where it is not the court: what a party holds is no holding. */
const speakers: Readonly<Partial<Record<Voice, string>>> = {
  [Voice.PARTY]: "tells what a party holds, not what the court does",
  [Voice.QUOTED]: "quotes somebody else",
};
