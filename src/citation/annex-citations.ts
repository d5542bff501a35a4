import { type ProvisionAddress, step } from "./address.ts";
import { addressLawId, lawIdNamed } from "./eu-acts.ts";
import type { KnownNames } from "./juriconnect-citation.ts";
import { Scanner } from "./scanner.ts";
import { isLawTitle, unknownName } from "./unknown-name.ts";

/** An annex or a table of a law that a text names, whole or by an item of it. */
export interface AnnexCitation {
  readonly start: number;
  readonly end: number;
  /** Its number is that of the annex with its word (`bijlage 2`, `tabel i`). Absent where an article alone says which annex is meant. */
  readonly address?: ProvisionAddress;
}

/** Marks: `2`, `A`, `IV`, `1a`. */
const mark = String.raw`(?:\d{1,3}[a-z]?|[IVXLC]{1,6}|[A-Z])`;
const item = String.raw`(?:onderdeel|onder|sub|post|nummer|point|item)\s+[\p{L}\d][\p{L}\d.°]{0,11}`;
const annex = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(bijlage|tabel|annex|table)(?:\s+(${mark}))?(?![\p{L}\d])((?:(?:\s*,)?\s*${item})*)(?:\s*,)?\s+((?:(?:behorende?\s+)?bij|van|to|of)\s+)?(?:(?:de|het|the)\s+)?(?=\S)`,
  "giu",
);
const itemMark = /(?:onderdeel|onder|sub|post|nummer|point|item)\s+([\p{L}\d][\p{L}\d.°]*)/giu;
const ofArticle = /^(?:artikel(?:en)?|art\.|articles?)\s+\d/iu;
/** An act of the Union by kind and number. */
const numberedAct = /^\p{L}+\s+(?:\(\p{L}+\)\s*)?(?:nr\.?\s*|no\.?\s*)?\d{1,4}\/\d{1,4}(?:\/\p{Lu}{2,7})?/u;
const dutchWords: Readonly<Record<string, string>> = { annex: "bijlage", table: "tabel" };

/**
 * The annexes and tables of laws in a text, also as addresses have them (`Bijlage 1 onder b Molenwet`). An annex of anything else, a
 * contract or a letter, is none; a title that nobody knows is told as the law's, so that nothing holds it.
 */
export const annexesIn = (text: string, names: KnownNames): AnnexCitation[] =>
  Array.from(text.matchAll(annex)).flatMap(
    ({ 0: whole, 1: word = "", 2: number = "", 3: items = "", 4: joint, index }) => {
      const at = index + whole.length;
      if (joint && ofArticle.test(text.slice(at, at + 20))) return [{ start: index, end: at }];
      const law = lawAt(text, at, names, joint !== undefined);
      if (law === undefined) return [];
      const kind = dutchWords[word.toLowerCase()] ?? word.toLowerCase();
      const steps = Array.from(items.matchAll(itemMark)).flatMap(([, each = ""]) =>
        each
          .split(".")
          .filter(Boolean)
          .map((one) => step("onder", one)),
      );
      const { lawId, name, end } = law;
      const address = { kind: "provision" as const, lawId, law: name, number: `${kind} ${number}`.trim(), steps };
      return [{ start: index, end, address }];
    },
  );

/** The law that is named from here on; one that nobody knows only where words lead to it. */
const lawAt = (
  text: string,
  at: number,
  { register, laws }: KnownNames,
  isLedTo: boolean,
): { readonly lawId: string; readonly name: string; readonly end: number } | undefined => {
  const match = register.table(laws).match(text, at);
  if (match) {
    const id = match.law.among ? "" : (match.law.books?.[match.book] ?? match.law.id);
    return { lawId: id && addressLawId(id), name: match.law.short, end: match.end };
  }
  const [act = ""] = numberedAct.exec(text.slice(at, at + 60)) ?? [];
  const numbered = act === "" ? "" : lawIdNamed(act);
  if (numbered !== "") return { lawId: numbered, name: act, end: at + act.length };
  const scanner = new Scanner(text);
  scanner.at = at;
  const name = isLedTo ? unknownName(scanner) : "";
  return isLawTitle(name) ? { lawId: "", name, end: scanner.at } : undefined;
};
