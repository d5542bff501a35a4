import { addressNotes } from "#kit/address-notes.ts";
import { considerationsAfter } from "../../../citation/consideration-parser.ts";
import { headOf } from "../../port/reading.ts";
import type { RulingSource } from "../../port/ruling-source.ts";
import { rootName } from "../../xml/root.ts";
import { paperFormOf, readPaper } from "./read-paper.ts";
import { readRuling } from "./read-ruling.ts";

/** What an address says of a ruling that was not read from its publisher's data. */
const readNotes: Readonly<Record<string, string>> = { page: addressNotes.page.nl, pdf: addressNotes.pdf.nl };

/** Rulings of Dutch courts as Rechtspraak Open Data publishes them, or as its page shows them; any ECLI is cited by the same customs. */
export const dutchRulings: RulingSource = {
  readsRuling: (head) => rootName(head) === "open-rechtspraak" || paperFormOf(head) !== undefined,
  readRuling: (bytes, claim) => {
    const form = paperFormOf(headOf(bytes));
    return form ? readPaper(bytes, claim, form) : readRuling(bytes, claim);
  },
  ownsRuling: (id) => id.startsWith("ECLI:"),
  partsBehind: considerationsAfter,
  // A reader who opens the ruling may count otherwise, and is told so.
  partAddress: ({ citation, readFrom }, label, isGuessed) =>
    `${[citation, label].filter(Boolean).join(", ")}${isGuessed ? addressNotes.guessed.nl : ""}${readNotes[readFrom] ?? ""}`,
  rulingPage: (id) => `https://deeplink.rechtspraak.nl/uitspraak?id=${encodeURIComponent(id)}`,
  example: "ECLI:NL:HR:2016:162, r.o. 3.8",
};
