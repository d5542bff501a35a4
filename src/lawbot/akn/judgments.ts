import { neutralOfId } from "../../citation/neutral-citation.ts";
import { paragraphsBehind } from "../../citation/paragraph-parser.ts";
import type { RulingSource } from "../port/ruling-source.ts";
import { rootName, secondName } from "../xml/root.ts";
import { readJudgment } from "./read-judgment.ts";

/** Judgments of the courts of the United Kingdom, by their neutral citations. */
export const judgments: RulingSource = {
  readsRuling: (head) => rootName(head) === "akomaNtoso" && secondName(head) === "judgment",
  readRuling: readJudgment,
  ownsRuling: (id) => id.startsWith("NCN:"),
  partsBehind: (text, at) => paragraphsBehind(text, at).numbers,
  partAddress: ({ citation }, label) => `${citation}${label.startsWith("[") ? " at" : ","} ${label}`,
  rulingPage: (id) => {
    const { court = "", division = "", year = "", number = "" } = neutralOfId(id) ?? {};
    const parts = [court, division, year, number].filter(Boolean).map((part) => part.toLowerCase());
    return `https://caselaw.nationalarchives.gov.uk/${parts.join("/")}`;
  },
  example: "[2019] UKSC 12 at [34]",
};
