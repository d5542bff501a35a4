import { isDay } from "#kit/day.ts";
import { monthOf } from "#kit/months.ts";
import {
  celexOf,
  type EuActNumber,
  euActName,
  kindInTitle,
  numberInTitle,
  readCelex,
  readEli,
} from "../../citation/eu-acts.ts";
import { type LawReading, Refusal, type SourceBytes, type SourceClaim } from "../port/reading.ts";
import { LawTextBuilder } from "../text/law-text-builder.ts";
import { rootName } from "../xml/root.ts";
import type { ActPart } from "./act-tree.ts";
import { readEuAkn } from "./akn-act.ts";
import type { EuFile } from "./eu-file.ts";
import { readFormex } from "./formex.ts";
import { readOjHtml } from "./oj-html.ts";
import { euCustoms, writeAct } from "./write-act.ts";

const forms = {
  formex: { read: readFormex, form: "formex-4" },
  html: { read: readOjHtml, form: "oj-html" },
  akn: { read: readEuAkn, form: "akn-eu" },
} as const;
/** Roots of Formex 4 that hold the text of an act. Others (a table of contents, a document's cover) hold none. */
const formexRoots = new Set(["ACT", "ANNEX", "DOC", "PUBLICATION", "GENERAL", "CONS.ANNEX"]);
const ofUnion = /<FRBR(?:uri|this)\s[^>]*value="\/?(?:akn\/)?eu\/|<FRBRcountry\s[^>]*value="eu"/i;
const ofJournal = /CONVEX|class="(?:oj-|eli-|hd-)|eur-lex\.europa\.eu|oj-convex/i;

/** Which form of a text of the Union a file has, by its beginning alone; undefined where it has none. */
export const euFormOf = (head: Uint8Array): keyof typeof forms | undefined => {
  const root = rootName(head);
  const text = new TextDecoder().decode(head);
  if (root === "CONS.ACT") return "formex";
  if (formexRoots.has(root) && (/formex/i.test(text) || text.includes("<BIB.INSTANCE"))) return "formex";
  if (root.toLowerCase() === "html" && ofJournal.test(text)) return "html";
  return root === "akomaNtoso" && ofUnion.test(text) ? "akn" : undefined;
};

/**
 * Reads an act of the Union in Formex 4, the Official Journal's HTML or Akoma Ntoso. All forms of an act give the same units.
 * Its first day is the one that the importer vouches for, else the day on which it was made: no form says when it applies.
 * Throws Refusal.
 */
export const readEu = (form: keyof typeof forms, source: SourceBytes, claim: SourceClaim): LawReading => {
  const file = forms[form].read(source);
  const title = titleOf(file);
  const act = actOf(file, title[0] ?? "");
  const consolidatedOn = act.consolidatedOn;
  const builder = new LawTextBuilder(euCustoms);
  writeAct(file.tree, builder, file.notes);
  builder.finish();
  if (builder.text.length === 0) throw new Refusal("NO_TEXT", `${celexOf(act)} holds no text of an act`);
  const isConsolidated = file.isConsolidated || consolidatedOn !== "";
  return {
    lawId: celexOf(act),
    validFrom: firstDay(file, title, act, claim),
    // A consolidated text states its first day, and so may the importer.
    isDocumentDate: claim.validFrom === "" && consolidatedOn === "",
    title: title.join(" "),
    citationTitle: euActName(act),
    kind: isConsolidated ? "consolidated" : "act",
    form: `${forms[form].form}${isConsolidated ? "-consolidated" : ""}`,
    extractor: "eu-text",
    extractorVersion: "1",
    text: builder.text,
    units: builder.units,
    unknownElements: file.unknown,
    jurisdiction: "eu",
  };
};

const titleOf = ({ tree }: EuFile): string[] => {
  const part = tree.parts.find((each): each is ActPart => typeof each !== "string" && "element" in each);
  return part?.element === "intitule" ? part.inside.filter((each) => typeof each === "string") : [];
};

const actOf = ({ celex, eli, number }: EuFile, title: string): EuActNumber => {
  const stated = readCelex(celex) ?? readEli(eli);
  if (stated) return stated;
  const letter = kindInTitle(title);
  if (letter && number) return { letter, ...number, consolidatedOn: "" };
  const read = numberInTitle(title);
  if (read) return read;
  throw new Refusal(
    "BAD_ID",
    "it is of the Union, and no act whose number is known: it states neither CELEX number nor ELI, and its title names no regulation, directive or decision by number. An annex or a cover of its own is not read; take the file of the act",
  );
};

const firstDay = (file: EuFile, title: readonly string[], act: EuActNumber, { validFrom }: SourceClaim): string => {
  const made = file.day || dayIn(title.slice(0, 3).join(" "));
  if (validFrom && act.consolidatedOn && validFrom !== act.consolidatedOn)
    throw new Refusal("DATE_MISMATCH", `it is the text from ${act.consolidatedOn}, the import says ${validFrom}`);
  if (validFrom && made && validFrom < made)
    throw new Refusal("DATE_MISMATCH", `the act was made on ${made}, the import says it was in force on ${validFrom}`);
  const day = validFrom || act.consolidatedOn || made;
  if (!day) throw new Refusal("NO_VALID_FROM", "the act states no day: say from which day the text was in force");
  if (!isDay(day)) throw new Refusal("BAD_DATE", `${day.slice(0, 20)} is not a date (write 2012-10-01)`);
  return day;
};

/** The first day in a title, in Dutch or English words: `of 13 March 2024`. */
const dayIn = (title: string): string => {
  const [, day = "", month = "", year = ""] = /\b(\d{1,2})\s+(\p{L}+)\s+((?:19|20)\d\d)\b/u.exec(title) ?? [];
  const number = monthOf(month.toLowerCase());
  return number ? `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}` : "";
};
