import { DraftRule, LookCode } from "../../../../gen/pincite/run/v1/look_pb.ts";
import { sentenceKinds } from "../../../support/cases/dossier.ts";
import { type Form, readForms } from "../../../support/cases/forms.ts";
import { examineDraft } from "../../../support/draft-check.ts";
import { draftInput } from "../measure.ts";
import { record } from "./record.ts";
import { drawOf, fill, framedForm, slots } from "./values.ts";

/** A made sentence with one token that nothing it cites carries, and where it stands in UTF-16 units. */
export interface Made extends Form {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const { forms, framesOf } = readForms();

/** Every form once, in one of its frames. */
export const madeSentences = (seed: number): Made[] =>
  forms.map((one) => {
    const draw = drawOf(`${one.class} ${one.language} ${one.form}`, seed);
    const frames = framesOf(one.class, one.language);
    return { ...one, ...framedForm(frames[draw(frames.length)]!, fill(one.form, slots(draw))) };
  });

/** Whether each is met under every kind: refused where the token stands; a role may be a look. */
export const passed = (sentences: readonly Made[]): Made[] => {
  const lost = new Set<Made>();
  for (const language of ["nl", "en"] as const) {
    const mine = sentences.filter((one) => one.language === language);
    const asked = mine.map(({ text }, at) => ({ id: String(at), kind: "FACT" as const, entryIds: ["e1"], text }));
    for (const kind of sentenceKinds) {
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
