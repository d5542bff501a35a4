import type { Dossier } from "../../../support/cases/dossier.ts";

const mail = {
  nl: "Ik bevestig hierbij dat de vaste thuiswerkdag op vrijdag blijft gelden. Het salaris verandert niet.",
  en: "I hereby confirm that the fixed day at home on Friday remains in force. The salary does not change.",
};

/** One made-up message that carries next to nothing: of 14 March 2025, about a Friday, from one party to the other. */
export const record = (locale: "nl" | "en"): Dossier => ({
  name: `made-${locale}`,
  locale,
  parties: [
    { id: "p1", names: ["Iris Denkbeeld"], addresses: [], role: "AUTHOR" },
    { id: "p2", names: ["Bram Verdichtsel", "Luchtkasteel"], addresses: [], role: "OPPONENT" },
  ],
  documents: [
    {
      id: "d1",
      title: locale === "nl" ? "Thuiswerken" : "Working at home",
      kind: "mail",
      date: "2025-03-14",
      author: "Bram Verdichtsel",
      participants: [
        { name: "Bram Verdichtsel", part: "from" },
        { name: "Iris Denkbeeld", part: "to" },
      ],
      text: mail[locale],
    },
  ],
  laws: [],
  rulings: [],
  claims: [{ id: "c1", kind: "FACT", text: mail[locale], section: "s1" }],
  entries: [{ id: "e1", claimId: "c1", slotKind: "QUOTE", source: "d1", quote: mail[locale] }],
  honest: [],
});
