import { expect, it } from "vitest";
import { termDay } from "../../src/client/term-day.ts";
import { speechOf } from "../../src/messages/speech.ts";

// A term that had run out two days before stood there like any.
it("says of a term that it is today or lies behind, and nothing of one to come or where the day is not known", () => {
  const speech = speechOf("nl");
  expect(termDay("2026-11-29", "2026-12-01", speech)).toBe("29 november 2026 (al voorbij)");
  expect(termDay("2026-12-01", "2026-12-01", speech)).toBe("1 december 2026 (vandaag)");
  expect(termDay("2026-12-10", "2026-12-01", speech)).toBe("10 december 2026");
  expect(termDay("2026-11-29", "", speech)).toBe("29 november 2026");
  expect(termDay("", "2026-12-01", speech)).toBe("");
});
