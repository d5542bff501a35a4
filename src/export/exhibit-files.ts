import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { type Exhibit, exhibitsOf } from "./exhibits.ts";
import type { Memo } from "./memo.ts";
import type { Original } from "./original.ts";
import { memoSpeech } from "./words.ts";

/** A file that goes along with a memo. */
export interface ExhibitFile {
  readonly exhibit: Exhibit;
  /** Such as `productie-01.eml`, or `productie-01-uittreksel.pdf` of an extract. */
  readonly name: string;
  /** Whether the quoted words go along in place of the original. */
  readonly isExtract: boolean;
  readonly original: Original;
}

/** The files of a memo's exhibits, in order of number. Errors: DATA_LOSS where an original is not at hand; REQUEST_INVALID. */
export const exhibitFiles = (memo: Memo): ExhibitFile[] => {
  const exhibits = [...exhibitsOf(memo).values()];
  const { phrase } = memoSpeech(memo.draft.locale);
  const stray = [...(memo.extracts ?? [])].find((number) => number > exhibits.length);
  if (stray !== undefined)
    throw new DomainError(
      "REQUEST_INVALID",
      worded("error.there-is-no-exhibit-of-that-number", { number: stray, count: exhibits.length }),
    );
  const width = Math.max(2, String(exhibits.length).length);
  const word = phrase("memo.exhibit");
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
    const isExtract = memo.extracts?.has(exhibit.number) ?? false;
    const ending = isExtract ? `-${phrase("memo.extract-name")}.pdf` : suffixOf(original.name);
    return { exhibit, name: `${word}-${String(exhibit.number).padStart(width, "0")}${ending}`, isExtract, original };
  });
};

/** What kind of file it is, as its source's name ends; nothing that a program could be started by is made up. */
const suffixOf = (name: string): string => /\.[a-z0-9]{1,8}$/iu.exec(name)?.[0].toLowerCase() ?? "";
