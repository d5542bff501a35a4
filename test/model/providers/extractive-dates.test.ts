import { describe, expect, it } from "vitest";
import { writtenDay } from "../../../src/kit/months.ts";
import { dateIn } from "../../../src/model/providers/extractive/dates.ts";

describe("dates in the user's words", () => {
  const cases: [string, string | undefined][] = [
    ["Reply to Dec 9 letter", "2025-12-09"],
    ["de brief van 9 december", "2025-12-09"],
    ["de brief van 3 maart jl.", "2025-03-03"],
    ["mail of 10 January", "2026-01-10"],
    ["the 1st of May, 2024 or May 1st, 2024", "2024-05-01"],
    ["op 2025-11-03 geschreven", "2025-11-03"],
    ["op 3-11-2025 geschreven", "2025-11-03"],
    ["7 mei 2024", "2024-05-07"],
    ["twee dagen per week, 14 dagen", undefined],
    ["art. 7:611 BW", undefined],
    ["45 december", undefined],
  ];
  it.each(cases)("reads %s, without a year as the last such day", (text, date) => {
    expect(dateIn(text, "2026-01-15")).toBe(date);
  });

  it("guesses no year without a reference date", () => {
    expect(dateIn("9 december", "")).toBeUndefined();
  });

  it("are written as people write them", () => {
    expect(writtenDay("2025-12-09T10:14:00+01:00", "nl")).toBe("9 december 2025");
    expect(writtenDay("2025-12-09", "en")).toBe("9 December 2025");
    expect(writtenDay("", "nl")).toBe("");
  });
});
