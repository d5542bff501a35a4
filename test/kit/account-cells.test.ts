import { expect, it } from "vitest";
import { withoutAccounts } from "../../src/kit/account-cells.ts";

// A letter quoted a row of a bank list with its author's own account number, twice, to the other side.
it("leaves the account numbers of a row out, and nothing of other words", () => {
  for (const [words, left] of [
    [
      "20260420 | Van Verzonnen BV | NL00BANK0000000011 | NL00 BANK 0123 4567 89 | Af | 87,40",
      "20260420 | Van Verzonnen BV | […] | Af | 87,40",
    ],
    ["NL00BANK0000000011 | 87,40 | BE00123456789012", "87,40"],
    ["87,40 | servicekosten 2025", "87,40 | servicekosten 2025"],
    ["Mijn rekening is NL00BANK0000000011", "Mijn rekening is NL00BANK0000000011"],
    ["NL00BANK0000000011 | BE00123456789012", "NL00BANK0000000011 | BE00123456789012"],
  ] as const)
    expect(withoutAccounts(words)).toBe(left);
});
