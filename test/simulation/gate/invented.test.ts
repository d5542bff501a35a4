import { describe, expect, it } from "vitest";
import { examineDraft } from "../../support/draft-check.ts";
import { seededRandom } from "../hostile/random.ts";
import { record } from "./made/record.ts";
import { draftInput } from "./measure.ts";

// Acts that no paper tells, made by a grammar of subjects, verbs and objects: none may be confirmed with everything else by one press, whatever
// its sentence is called. A fact, a law or an application cites the one mail there is; a request cites nothing and hides its act in a participle.

interface Wording {
  readonly who: readonly string[];
  readonly act: readonly (readonly [has: string, done: string])[];
  readonly what: readonly string[];
  readonly fact: string;
  readonly asked: string;
  readonly hidden: string;
}

const words: Readonly<Record<"nl" | "en", Wording>> = {
  nl: {
    who: ["Bram Verdichtsel", "Hij", "De werkgever", "U", "Iris Denkbeeld"],
    act: [
      ["heeft", "geweigerd"],
      ["heeft", "toegezegd"],
      ["heeft", "vernietigd"],
      ["heeft", "ingetrokken"],
      ["had", "verkocht"],
      ["heeft", "uitgesteld"],
      ["heeft", "gestolen"],
      ["heeft", "betaald"],
    ],
    what: [
      "de sleutels",
      "een lening",
      "de bonus",
      "het verslag",
      "alle afspraken",
      "de lunch",
      "een waarschuwing",
      "de auto",
    ],
    fact: "{who} {has} {what} {done}.",
    asked: "Ik verzoek u {what} te geven die {who} mij {has} {done}.",
    hidden: "Ik verzoek u de door {who} {done} {bare} te vergoeden.",
  },
  en: {
    who: ["Bram Verdichtsel", "He", "The employer", "You", "Iris Denkbeeld"],
    act: [
      ["has", "refused"],
      ["has", "promised"],
      ["has", "destroyed"],
      ["had", "withdrawn"],
      ["has", "sold"],
      ["has", "postponed"],
      ["has", "stolen"],
      ["has", "paid"],
    ],
    what: ["the keys", "a loan", "the bonus", "the report", "all agreements", "the lunch", "a warning", "the car"],
    fact: "{who} {has} {done} {what}.",
    asked: "I ask you to give me {what} that {who} {has} {done}.",
    hidden: "I ask you to reimburse the {bare} {done} by {who}.",
  },
};

const drawn = (language: "nl" | "en", shape: "fact" | "asked" | "hidden", count: number): string[] => {
  const random = seededRandom(language === "nl" ? 31 : 32);
  const { who, act, what, ...shapes } = words[language];
  return Array.from({ length: count }, () => {
    const [has, done] = random.pick(act);
    const object = random.pick(what);
    const subject = random.pick(who);
    return shapes[shape]
      .replace(
        "{who}",
        shape === "fact" || subject.includes(" D") || subject.includes(" V")
          ? subject
          : subject.charAt(0).toLowerCase() + subject.slice(1),
      )
      .replace("{has}", has)
      .replace("{done}", done)
      .replace("{what}", object)
      .replace("{bare}", object.replace(/^(?:de|het|een|alle|the|a|all) /u, ""));
  });
};

/** Those that one press would confirm. */
const inBulk = (
  language: "nl" | "en",
  texts: readonly string[],
  kind: "FACT" | "LAW" | "APPLICATION" | "CONNECTIVE",
) => {
  const entryIds = kind === "CONNECTIVE" ? [] : ["e1"];
  const asked = texts.map((text, at) => ({ id: String(at), kind, entryIds, text }));
  const { refused, looks, reworded } = examineDraft(draftInput(record(language), asked));
  const met = new Set([...refused, ...looks].map(({ subjectId }) => subjectId));
  return texts.filter((_, at) => !met.has(`sentence:${at + 1}`) && !reworded.has(`sentence:${at + 1}`));
};

describe.each(["nl", "en"] as const)("acts that nobody did, in %s", (language) => {
  it.each(["FACT", "LAW", "APPLICATION"] as const)("are not confirmed in bulk as %s", (kind) => {
    expect(inBulk(language, drawn(language, "fact", 200), kind)).toEqual([]);
  });

  it.each(["asked", "hidden"] as const)("are not confirmed in bulk inside a request, %s", (shape) => {
    expect(inBulk(language, drawn(language, shape, 200), "CONNECTIVE")).toEqual([]);
  });
});
