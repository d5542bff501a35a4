import type { QueryFault } from "../port/unit-query.ts";

/** What Dutch lawyers cite and LawBot does not read, by how it begins, and what to do instead. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*(?:lokaleregelgeving\.overheid\.nl\/)?CVDR\s?\d{3,7}/iu,
    "it is a regulation of a municipality, province or water board (CVDR), which is not read here; quote it as a document of the case",
  ],
  [
    /^\s*(?:ECLI:CE:|(?:EHRM|ECtHR|ECHR|HUDOC)(?!\p{L}))/u,
    "it is a ruling of the European Court of Human Rights (HUDOC), which is not read here; quote it as a document of the case",
  ],
  [
    /^\s*(?:ECLI:EU:|(?:HvJ(?:\s?(?:EU|EG))?|CJEU)(?!\p{L}))/u,
    "it is a ruling of the Court of Justice of the European Union, which is not read here; quote it as a document of the case",
  ],
];

/** Says of a text that as a whole names law of a kind that is not read what it is; undefined for any other text. */
export const readElsewhere = (text: string): QueryFault | undefined => {
  const message = kinds.find(([begins]) => begins.test(text))?.[1];
  return message === undefined ? undefined : { reason: "LAW_NOT_FOUND", message, part: text.trim() };
};
