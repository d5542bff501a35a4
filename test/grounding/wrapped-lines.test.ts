import { describe, expect, it } from "vitest";
import { unwrapped } from "../../src/grounding/wrapped-lines.ts";

describe("a line break for want of room", () => {
  // “op 30 juni / 2025.” named no day, and “€ / 1.850” no sum.
  it.each([
    ["Dit aanbod voor een nieuwe badkamer geldt tot en met 30 juni\n2025.", "30 juni 2025."],
    ["Met dit alles bent u ons over de maand mei in totaal een bedrag van €\n1.850 verschuldigd.", "van € 1.850 ver"],
  ])("is a space: %s", (text, read) => {
    expect(unwrapped(text)).toContain(read);
  });

  it("stays before the items of a list", () => {
    const list = "1. de vloer in de hal van de woning is gelijk\n2. de muur in de hal van de woning is wit";
    expect(unwrapped(list)).toBe(list);
  });
});
