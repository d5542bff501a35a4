import type { SpanLocator } from "../../gen/pincite/span/v1/span_pb.ts";
import { DomainError } from "../error.ts";
import { type FactsOf, inEnglish, type MessageId, worded } from "../messages/said.ts";
import { codePointLength } from "./code-points.ts";
import type { SpanSource } from "./source.ts";

/** Longest quote and context, in code points; the proto's own limits, held here too since not every caller validates. */
const quoteMax = 8_000;
const contextMax = 512;

/**
 * Refuses a locator that can mean nothing in this source, whatever its text says.
 *
 * Errors: `LOCATOR_INVALID` for an empty quote or one of white space alone, text that is not valid Unicode, a quote or
 * context that is too long, and a locator of another document.
 */
export const checkLocator = (source: SpanSource, locator: SpanLocator): void => {
  if (locator.docUid !== source.canonical.docUid) throw invalid("doc_uid", "locator.other-document");
  if (locator.exactQuote.trim() === "") throw invalid("exact_quote", "locator.empty");
  checkText("exact_quote", locator.exactQuote, quoteMax);
  checkText("context_before", locator.contextBefore, contextMax);
  checkText("context_after", locator.contextAfter, contextMax);
};

const checkText = (field: string, text: string, max: number): void => {
  if (!text.isWellFormed()) throw invalid(field, "locator.no-unicode");
  if (codePointLength(text) > max) throw invalid(field, "locator.too-long", { most: max });
};

const invalid = <Id extends MessageId>(field: string, id: Id, ...facts: FactsOf<Id>): DomainError => {
  const why = worded(id, ...facts);
  return new DomainError(
    "LOCATOR_INVALID",
    worded("source-error.the-locators-cannot-be-resolved", { field, why }),
    { field },
    { violations: [{ type: "FIELD", subject: field, description: inEnglish(why) }] },
  );
};
