import { considerationsAfter } from "../../../citation/consideration-parser.ts";
import type { RulingSource } from "../../port/ruling-source.ts";
import { rootName } from "../../xml/root.ts";
import { readRuling } from "./read-ruling.ts";

/** Rulings of Dutch courts as Rechtspraak Open Data publishes them; any ECLI is cited by the same customs. */
export const dutchRulings: RulingSource = {
  readsRuling: (head) => rootName(head) === "open-rechtspraak",
  readRuling,
  ownsRuling: (id) => id.startsWith("ECLI:"),
  partsBehind: considerationsAfter,
  // A reader who opens the ruling may count otherwise, and is told so.
  partAddress: ({ citation }, label, isGuessed) =>
    `${citation}, ${label}${isGuessed ? " (nummer afgeleid uit de tekst)" : ""}`,
  rulingPage: (id) => `https://deeplink.rechtspraak.nl/uitspraak?id=${encodeURIComponent(id)}`,
  example: "ECLI:NL:HR:2016:162, r.o. 3.8",
};
