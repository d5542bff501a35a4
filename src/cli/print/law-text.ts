import type { Law, LawUnit, LawVersion, VersionRegister } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import type { Speech } from "../../messages/speech.ts";
import { counted } from "../text/counted.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** A line of a source's own words, which the program says in no other language. */
export interface WordsLine {
  readonly words: string;
}

/** A line of the program, in English, or of a source. */
export type PrintedLine = string | WordsLine;

/** A line as a person reads it: the program's in their language, a source's as it is. */
export const lineIn = (line: PrintedLine, { sentence }: Speech): string => {
  if (typeof line !== "string") return line.words;
  const told = sentence(line);
  // A sentence that is set in is known by its words.
  const words = line.trimStart();
  return told === line ? `${line.slice(0, line.length - words.length)}${sentence(words)}` : told;
};

/** What a flag of a unit means for whoever wants to cite it. */
const meanings: Readonly<Record<string, string>> = {
  repealed: "repealed: it is found and cannot be quoted",
  "not-in-force": "not in force on that day: it is found and cannot be quoted",
  editorial: "holds words of the editors, which are not law",
  incomplete: "holds a picture or formula, for which a mark stands in the text",
  "generated-number": "its number was counted, the source gives none",
  joined: "a line of the PDF ended in a hyphen, which was taken for its word's own",
  guessed: "its address was guessed from the text",
};

/** A flag in words; one this version does not know as it is. */
export const flagMeaning = (flag: string): string => meanings[flag] ?? flag;

/** A unit with its words, where it stands, and how it is cited. */
export const unitLines = (
  unit: LawUnit,
  about: {
    readonly text: string;
    readonly version: LawVersion;
    readonly register: VersionRegister | undefined;
    readonly inFull: string;
  },
): PrintedLine[] => {
  const { address, headings, flags, evidenceId, juriconnect } = unit;
  const { text, version, register, inFull } = about;
  const cited = inFull && inFull !== address ? [`Or:      ${inFull}`] : [];
  return [
    address,
    ...headings.map((heading) => ({ words: `  ${oneLine(heading, 100)}` })),
    versionLine(version, register),
    ...flags.map((flag) => `  ${flagMeaning(flag)}`),
    "",
    ...textLines(text),
    "",
    `Cite as: ${address}`,
    ...cited,
    ...(juriconnect ? [`         ${juriconnect}`] : []),
    `Id:      ${evidenceId}`,
    "",
  ];
};

/** A whole version: what it is, then every word of it. */
export const wholeLawLines = (law: Law, version: LawVersion, text: string): PrintedLine[] => [
  { words: `${law.shortName}  ${law.lawId}` },
  ...wrap(version.title).map((line) => ({ words: `  ${line}` })),
  versionLine(version, law.register),
  `  ${counted(version.articleCount, "article")}, ${counted(version.unitCount, "unit")}; ${counted(law.versions.length, "version is", "versions are")} loaded`,
  "",
  ...textLines(text),
];

/** Words of the law as they are broken in it, each line wrapped and set in. */
export const textLines = (text: string): WordsLine[] =>
  text.split("\n").flatMap((block) => (block === "" ? [] : wrap(block).map((line) => ({ words: `    ${line}` }))));

const versionLine = (version: LawVersion, register: VersionRegister | undefined): string =>
  version.fromDocumentDate
    ? `  Version ${version.docUid}, made on ${version.validFrom} (from when it applies is not known)`
    : `  Version ${version.docUid}, in force from ${version.validFrom}${throughOf(version, register)}`;

/** The last day in force, as far as a register tells; without one nobody knows whether another version came between. */
export const throughOf = ({ label }: LawVersion, register: VersionRegister | undefined): string => {
  const listed = label ? register?.versions.find((each) => each.label === label) : undefined;
  if (!listed) return register ? "" : " (end not known: no register is loaded)";
  return listed.inForceThrough === "9999-12-31" ? " until further notice" : ` through ${listed.inForceThrough}`;
};
