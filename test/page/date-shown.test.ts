import { describe, expect, it } from "vitest";
import { dateShown } from "../../src/web/quote/date-shown.ts";

describe("a document's date on the page", () => {
  it.each([
    ["Tue, 9 Dec 2025 11:00:00 +0100", "2025-12-09T10:00:00Z", "9 december 2025 om 11:00", "9 December 2025 at 11:00"],
    [
      "Thu, 1 Jan 2026 00:30:00 +0100 (CET)",
      "2025-12-31T23:30:00Z",
      "1 januari 2026 om 00:30",
      "1 January 2026 at 00:30",
    ],
    ["D:20250310090000+01'00'", "2025-03-10T08:00:00Z", "10 maart 2025", "10 March 2025"],
    ["10 maart 2025", "2025-03-10", "10 maart 2025", "10 maart 2025"],
    ["", "", "", ""],
  ])("%s is said in the language of the reader, at the time of its source", (authoredAtText, authoredAtIso, nl, en) => {
    expect([
      dateShown({ authoredAtText, authoredAtIso }, "nl"),
      dateShown({ authoredAtText, authoredAtIso }, "en"),
    ]).toEqual([nl, en]);
  });
});
