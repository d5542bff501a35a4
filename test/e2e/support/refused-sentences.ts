import type { DraftRule } from "../../../gen/pincite/run/v1/look_pb.ts";

/** A rule of the draft check by its name. */
export type RuleName = Exclude<keyof typeof DraftRule, "UNSPECIFIED">;

/** A sentence that a rule refuses, with what it cites, and words that may stand in its place. */
export interface Refused {
  readonly text: string;
  readonly cites?: readonly string[];
  readonly kind?: "FACT";
}

/** Sentences of the dossier `thuiswerk` that a rule refuses, by the rule. */
export const refusedSentences: Readonly<Partial<Record<RuleName, Refused>>> = {
  KIND_NOT_CARRIED: { text: "Zo is het.", cites: [], kind: "FACT" },
  QUOTATION_NOT_IN_SOURCE: { text: "Er staat: “de vaste thuiswerkdag vervalt”." },
  QUOTATION_MARK_STRAY: { text: "Er staat: “de vaste thuiswerkdag." },
  DATE: { text: "Het gaat om 3 januari 2021." },
  SUM: { text: "Het gaat om € 5.000." },
  NUMBER: { text: "Het gaat om 37 uur per week." },
  TIME: { text: "Dat was om 11:15 uur." },
  REFERENCE: { text: "Zie dossier HR/2024/001." },
  NAME: { text: "Dat weet mevrouw Bedenksel." },
  ROLE: { text: "De bedrijfsarts vroeg erom." },
  ACT_WITHOUT_ENTRY: { text: "U heeft mij een bonus beloofd.", cites: ["e18"] },
  CITATION_UNBOUND: { text: "Dat volgt uit artikel 7:699 BW.", cites: ["e19"] },
  CITATION_UNREAD: { text: "Zie NJ 2016/999.", cites: ["e19"] },
  PLACE_UNBOUND: { text: "Zie p. 99 van de overeenkomst.", cites: ["e17"] },
  EXHIBIT_NUMBER: { text: "Zie bijlage 12." },
  SEARCH_UNRECORDED: { text: "In de stukken is geen klacht gevonden." },
};
