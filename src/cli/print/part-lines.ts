import type { Binding } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { isQuoted, type LawArticle } from "../../client/law-parts.ts";
import type { RunView } from "../../client/run-view.ts";
import { dateInWords } from "../../export/days.ts";
import type { Speech } from "../../messages/speech.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** A binding to law with the article that it is of. */
export interface BoundArticle {
  readonly binding: Binding;
  readonly article: LawArticle;
}

/** The longest sentence of an article that is printed whole. */
const charsMost = 1_200;

/** Each article that is quoted from, whole, with the command that quotes another sentence of it; no lines where there is no other. */
export const partLines = (
  { ledger }: RunView,
  all: readonly BoundArticle[],
  command: string,
  { phrase, itemTyped, locale }: Speech,
): string[] =>
  all.flatMap(({ binding: { bindingId, slotId }, article: { address, versionDate, parts } }) => {
    if (parts.length < 2) return [];
    const span = ledger?.entries.find((one) => one.bindingId === bindingId)?.span;
    const day = dateInWords(versionDate, locale);
    const says =
      day === ""
        ? phrase("part.article-says-undated", { article: address })
        : phrase("part.article-says", { article: address, day });
    const lines = parts.flatMap((part, at) => {
      const now = isQuoted(part, span) ? ` (${phrase("part.quoted-now")})` : "";
      const text = wrap(`${part.address}${now}: ${oneLine(part.text, charsMost)}`, 86);
      return text.map((line, row) => (row === 0 ? `  ${String(at + 1).padStart(2)}  ${line}` : `      ${line}`));
    });
    return [...wrap(says, 92), ...lines, ...wrap(phrase("part.another"), 92), `${command} ${itemTyped(slotId)}=…`, ""];
  });
