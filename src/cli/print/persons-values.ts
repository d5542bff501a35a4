import { DocMark } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { PlainId, Speech } from "../../messages/speech.ts";

/** Says which values of a document a person set; empty where none. The same for a document, a candidate and a binding. */
export const setWords = (
  set:
    | { readonly title: boolean; readonly date: boolean; readonly author?: boolean; readonly writtenBy?: boolean }
    | undefined,
  { phrase }: Speech,
): string => {
  const writer = set?.author || set?.writtenBy ? [phrase("correct.writer-set-by-a-person")] : [];
  return [...titleOrDateWords(set, phrase), ...writer].join("; ");
};

const titleOrDateWords = (
  set: { readonly title: boolean; readonly date: boolean } | undefined,
  phrase: Speech["phrase"],
): string[] => {
  if (set?.title) return [phrase(set.date ? "item.title-and-date-set-by-a-person" : "item.title-set-by-a-person")];
  return set?.date ? [phrase("item.date-set-by-a-person")] : [];
};

/** What each mark is called on the command line, and in words. */
export const markNames: Readonly<Record<string, { readonly mark: DocMark; readonly words: PlainId }>> = {
  health: { mark: DocMark.SENSITIVE_HEALTH, words: "screen.sensitive-health" },
  criminal: { mark: DocMark.SENSITIVE_CRIMINAL, words: "screen.sensitive-criminal-record" },
  special: { mark: DocMark.SENSITIVE_SPECIAL, words: "screen.sensitive-other-special-data" },
};

/** The marks of a document in words. A mark of a newer server has no name here and is said to be one. */
export const markWords = (marks: readonly DocMark[], { phrase }: Speech): string[] =>
  marks.map((mark) =>
    phrase(
      Object.values(markNames).find((one) => one.mark === mark)?.words ??
        "screen.marked-in-a-way-this-program-does-not-know",
    ),
  );
