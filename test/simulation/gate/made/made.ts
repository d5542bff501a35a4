import { DraftRule, LookCode } from "../../../../gen/pincite/run/v1/look_pb.ts";
import { examineDraft } from "../../../support/draft-check.ts";
import type { SentenceKind } from "../dossier.ts";
import { draftInput } from "../measure.ts";
import { type FormList, formLists, type MadeClass } from "./forms.ts";
import { record } from "./record.ts";
import { drawOf, fill, framedForm, hash, slots } from "./values.ts";

/** A made sentence with one token that nothing it cites carries, and where it stands in UTF-16 units. */
export interface Made {
  readonly class: MadeClass;
  readonly language: "nl" | "en";
  readonly form: string;
  /** Of each form one half of the forms is looked at while rules are mended; of the other only counts are printed. */
  readonly isShown: boolean;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Every form once, in one of its frames. */
export const madeSentences = (seed: number): Made[] =>
  formLists.flatMap((list) => list.forms.split("\n").map((form) => made(list, form, seed)));

const made = ({ class: kind, language, frames }: FormList, form: string, seed: number): Made => {
  const name = `${kind} ${language} ${form}`;
  const draw = drawOf(name, seed);
  const sentence = framedForm(frames[draw(frames.length)]!, fill(form, slots(draw)));
  return { class: kind, language, form, isShown: hash(`half ${name}`) % 2 === 0, ...sentence };
};

const kinds: readonly SentenceKind[] = ["FACT", "LAW", "APPLICATION", "ARGUMENT", "OWN_STATEMENT", "CONNECTIVE"];

/** Whether each is met under every kind: refused where the token stands; a role may be a look. */
export const passed = (sentences: readonly Made[]): Made[] => {
  const lost = new Set<Made>();
  for (const language of ["nl", "en"] as const) {
    const mine = sentences.filter((one) => one.language === language);
    const asked = mine.map(({ text }, at) => ({ id: String(at), kind: "FACT" as const, entryIds: ["e1"], text }));
    for (const kind of kinds) {
      const { refused, looks } = examineDraft(draftInput(record(language), asked, kind));
      mine.forEach((one, at) => {
        const id = `sentence:${at + 1}`;
        const points = (units: number) => [...one.text.slice(0, units)].length;
        const touches = (range: { startChar: number; endChar: number }) =>
          range.startChar < points(one.end) && points(one.start) < range.endChar;
        const isRefused = refused.some(
          (found) => found.subjectId === id && found.rule !== DraftRule.KIND_NOT_CARRIED && touches(found),
        );
        const isSeen =
          one.class === "role" &&
          looks.some(({ subjectId, code }) => subjectId === id && code !== LookCode.UNSPECIFIED);
        if (!isRefused && !isSeen) lost.add(one);
      });
    }
  }
  return sentences.filter((one) => lost.has(one));
};
