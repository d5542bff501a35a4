import { rowsOf } from "../../support/cases/rows.ts";

// Written from what the programs are known to write, before anything was measured on it.
const wordings = rowsOf("mails/headers.tsv", ["language", "attribution", "name only", "fields", "moment", "marker"]);

/** One mail: who wrote which line above and below its header. */
export interface ReplyClaim {
  readonly form: string;
  readonly text: string;
}

export const own = ["Beste Ank,", "Dat klopt niet: zie de brief van 3 maart 2025.", "Jan"];
export const theirs = ["Beste Jan,", "Wij betalen het loon niet.", "Ank"];

const mail = (header: readonly string[], mark = ""): string =>
  [...own, "", ...header, mark.trimEnd(), ...theirs.map((line) => mark + line)].join("\n");

const wrapped = (line: string): string[] => {
  const cut = line.indexOf("Baas") + 4;
  return [line.slice(0, cut), line.slice(cut).trim()];
};

/** Six forms in ten languages. */
export const replyClaims: readonly ReplyClaim[] = wordings.flatMap(
  ({ language, attribution, "name only": nameOnly, fields, moment, marker }) => {
    const [from = "", sent = "", to = "", subject = ""] = fields.split(" | ");
    const block = [`${sent}: ${moment}`, `${to}: Jan Bos`, `${subject}: Loon`];
    const forms: [string, string][] = [
      ["an attribution over two lines", mail(wrapped(attribution))],
      ["a name and a moment above marks", mail([nameOnly], "> ")],
      ["an attribution without its colon", mail([attribution.replace(/\s?:$/, "")])],
      ["fields", mail([`${from}: Ank Baas <ank@example.org>`, ...block])],
      [
        "fields, the sender over two lines",
        mail([`${from}: Ank Baas van de Zeer Lange Firmanaam`, "<ank@example.org>", ...block]),
      ],
      ["fields without an address below a marker", mail([marker, `${from}: Ank Baas`, ...block])],
    ];
    return forms.map(([form, text]) => ({ form: `${language}: ${form}`, text }));
  },
);

/** Letters of one author alone, in which nothing may be taken for somebody else's. */
export const ownLetters: readonly ReplyClaim[] = [
  { form: "a list of points", text: "Voor 9 december 2025 om 10:14:\n\n- loon\n- verlof\n\nGraag uw antwoord.\nJan" },
  {
    form: "fields of an invitation",
    text: "Overleg\n\nWaar: Utrecht\nWanneer: 9 december 2025 10:14\nWie: Ank\n\nGraag tot dan.\nJan",
  },
  { form: "an address in a sentence", text: "Schrijf op 9 december 2025 naar ank@example.org.\nZij weet ervan.\nJan" },
  {
    form: "a table of dates",
    text: "Ziek: 3 maart 2025\nBeter: 4 maart 2025\nWeer ziek: 9 maart 2025\n\nDat zijn ze.\nJan",
  },
  { form: "a divider", text: "Eerst dit.\n\n----- Loon -----\n\nDan dat.\nJan" },
  {
    form: "a moment and a colon within a sentence",
    text: "Wij spraken op 9-12-2025 af: het loon wordt betaald.\nTot dan.\nJan",
  },
];
