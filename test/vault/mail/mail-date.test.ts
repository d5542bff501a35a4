import { describe, expect, it } from "vitest";
import { mailInstant } from "../../../src/vault/mail/mail-date.ts";

describe("mail dates (RFC 5322)", () => {
  const cases: [string, string][] = [
    ["Tue, 9 Dec 2025 10:14:05 +0100", "2025-12-09T09:14:05.000Z"],
    ["9 Dec 2025 10:14 -0000", "2025-12-09T10:14:00.000Z"],
    ["Tue, 09 Dec 2025 10:14:05 -0800 (PST)", "2025-12-09T18:14:05.000Z"],
    ["Tue, 09 Dec 99 10:14:05 EST", "1999-12-09T15:14:05.000Z"],
    ["Tue, 09 Dec 25 10:14:05 GMT", "2025-12-09T10:14:05.000Z"],
    ["Tue, 9 Dec 2025 10:14:05", "2025-12-09T10:14:05.000Z"],
    ["Wed, 31 Feb 2025 10:14:05 +0000", ""],
    ["Tue, 9 Dec 2025 25:14:05 +0000", ""],
    ["gisteren", ""],
    ["", ""],
  ];
  for (const [header, instant] of cases) {
    it(`reads "${header}" as ${instant || "no date"}, whatever the zone of the machine`, () =>
      expect(mailInstant(header)).toBe(instant));
  }
});
