import type { SpanLocator } from "../../gen/pincite/span/v1/span_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
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
  if (locator.docUid !== source.canonical.docUid) throw invalid("doc_uid", "it names another document than this one");
  if (locator.exactQuote.trim() === "")
    throw invalid("exact_quote", "it is empty; give the words as the source has them");
  checkText("exact_quote", locator.exactQuote, quoteMax);
  checkText("context_before", locator.contextBefore, contextMax);
  checkText("context_after", locator.contextAfter, contextMax);
};

const checkText = (field: string, text: string, max: number): void => {
  if (!text.isWellFormed()) throw invalid(field, "it is not valid Unicode: it holds half of a surrogate pair");
  if (codePointLength(text) > max) throw invalid(field, `it is longer than ${max} characters; quote less`);
};

const invalid = (field: string, why: string): DomainError =>
  new DomainError(
    "LOCATOR_INVALID",
    worded("source-error.the-locators-cannot-be-resolved", { field, why }),
    { field },
    { violations: [{ type: "FIELD", subject: field, description: why }] },
  );
