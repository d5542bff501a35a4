import { describe, expect, it } from "vitest";
import { mailInstant } from "../../../src/vault/mail/mail-date.ts";
import { cellsOf } from "../../support/cases/rows.ts";

describe("mail dates (RFC 5322)", () => {
  const cases = cellsOf("mails/moments.tsv", "words", "instant");
  for (const [header, instant] of cases) {
    it(`reads "${header}" as ${instant || "no date"}, whatever the zone of the machine`, () =>
      expect(mailInstant(header)).toBe(instant));
  }
});
