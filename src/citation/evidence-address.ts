import { type RulingEvidence, rulingEvidence } from "#kit/ruling-id.ts";
import type { Address } from "./address.ts";
import { step } from "./address.ts";
import { considerationsBehind } from "./consideration-parser.ts";
import { addressLawId } from "./eu-acts.ts";
import type { NameRegister } from "./name-register.ts";
import { paragraphsBehind } from "./paragraph-parser.ts";
import { recitalNumber } from "./recital-parser.ts";
import { rulingNumberOf } from "./ruling-number.ts";

const ofLaw = /^law:(BWB[RV]\d{7}|\d{5}[A-Z]\d{4})(?:@[^#]*)?(?:#(.*))?$/;
const article = /^(?:enig-)?artikel(.*)$/i;
const recital = /^overweging(\d+)$/i;
const part = /^(lid|onderdeel)(.*)$/i;

/**
 * The place that an evidence id of LawBot names (`law:BWBR0005290@2015-07-01#/Boek7/…/Artikel669/Lid3`). A consideration
 * stands in the id by its place in the text; its number is read from the address in words. Undefined for any other id, and
 * for a unit that is no article nor a part of one: nothing can be said to lie in it by name.
 */
export const addressOfEvidence = (evidenceId: string, words: string, register: NameRegister): Address | undefined => {
  const ruling = rulingEvidence(evidenceId);
  if (ruling) return rulingAddress(ruling, words);
  const [whole, id = "", path = ""] = ofLaw.exec(evidenceId) ?? [];
  if (whole === undefined) return undefined;
  const lawId = addressLawId(id);
  const law = register.shortName({ lawId: id, title: "", citationTitle: "" });
  if (path === "") return { kind: "provision", lawId, law, number: "", steps: [] };
  // A list is no step of its own, and what a source numbers twice bears that number both times.
  const segments = path
    .split("/")
    .filter((segment) => segment !== "" && !/^opsomming_/i.test(segment))
    .map((segment) => segment.replace(/^(artikel|lid|onderdeel)([^._~][^_~]*)[_~]\d+$/i, "$1$2"));
  const considered = segments.map((segment) => recital.exec(segment)?.[1]).find((each) => each !== undefined);
  if (considered) return { kind: "provision", lawId, law, number: recitalNumber(considered), steps: [] };
  const at = segments.findLastIndex((segment) => article.test(segment));
  const number = article.exec(segments[at] ?? "")?.[1];
  if (number === undefined) return undefined;
  const book = register.bookOf(id);
  const steps = segments.slice(at + 1).map(stepOf);
  return { kind: "provision", lawId, law, number: book && number ? `${book}:${number}` : number, steps };
};

const stepOf = (segment: string): string => {
  const [, kind = "", mark = ""] = part.exec(segment) ?? [];
  return kind === "" ? segment.toLowerCase() : step(kind.toLowerCase() === "lid" ? "lid" : "onder", mark);
};

const rulingAddress = ({ docUid, path }: RulingEvidence, words: string): Address | undefined => {
  const number = rulingNumberOf(docUid);
  if (number === undefined) return undefined;
  const at = words.toUpperCase().indexOf(number.toUpperCase());
  const behind = docUid.startsWith("NCN:") ? paragraphsBehind : considerationsBehind;
  const [consideration = ""] = at < 0 ? [] : behind(words, at + number.length).numbers;
  // A part whose number is not told contains nothing that could be named, save itself as the ruling's.
  return { kind: "ruling", number, consideration: consideration || (path === "" ? "" : "?") };
};
