/** A run of white space that is not one plain space already. */
const white = /\s{2,}|[^\S ]/g;
/** Below U+0300 everything is NFC already; nearly every block stays below. */
const mayNeedNfc = /[\u0300-\uffff]/;

/** One block of text: every run of white space, no-break and line breaks included, is one space; NFC; trimmed. */
export const collapse = (parts: readonly string[]): string => {
  const text = (parts.length === 1 ? (parts[0] ?? "") : parts.join("")).replace(white, " ").trim();
  return mayNeedNfc.test(text) ? text.normalize("NFC") : text;
};
