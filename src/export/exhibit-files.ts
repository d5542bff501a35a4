import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { type Exhibit, exhibitsOf } from "./exhibits.ts";
import type { Memo } from "./memo.ts";
import type { Original } from "./original.ts";
import { memoSpeech } from "./words.ts";

/** A file that goes along with a memo. */
export interface ExhibitFile {
  readonly exhibit: Exhibit;
  /** Such as `productie-01.eml`. */
  readonly name: string;
  readonly original: Original;
}

/** The files of a memo's exhibits, in order of number. Errors: DATA_LOSS where an original is not at hand. */
export const exhibitFiles = (memo: Memo): ExhibitFile[] => {
  const exhibits = [...exhibitsOf(memo).values()];
  const width = Math.max(2, String(exhibits.length).length);
  const word = memoSpeech(memo.draft.locale).phrase("memo.exhibit");
  return exhibits.map((exhibit) => {
    const original = memo.originals?.get(exhibit.evidenceId);
    if (!original)
      throw new DomainError(
        "DATA_LOSS",
        worded("error.the-original-of-exhibit-is-not-at-hand", { number: exhibit.number }),
        {
          evidence_id: exhibit.evidenceId,
        },
      );
    const name = `${word}-${String(exhibit.number).padStart(width, "0")}${suffixOf(original.name)}`;
    return { exhibit, name, original };
  });
};

/** What kind of file it is, as its source's name ends; nothing that a program could be started by is made up. */
const suffixOf = (name: string): string => /\.[a-z0-9]{1,8}$/iu.exec(name)?.[0].toLowerCase() ?? "";
