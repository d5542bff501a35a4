import { describe, expect, it } from "vitest";
import { mailInstant } from "../../../src/vault/mail/mail-date.ts";

describe("mail dates (RFC 5322)", () => {
  const cases: [string, string][] = [
    ["Tue, 9 Dec 2025 10:14:05 +0100", "2025-12-09T09:14:05.000Z"],
    ["9 Dec 2025 10:14 -0000", "2025-12-09T10:14:00.000Z"],
    ["Tue, 09 Dec 2025 10:14:05 -0800 (PST)", "2025-12-09T18:14:05.000Z"],
    ["Tue, 09 Dec 99 10:14:05 EST", "1999-12-09T15:14:05.000Z"],
    ["Tue, 09 Dec 25 10:14:05 GMT", "2025-12-09T10:14:05.000Z"],
    ["Tue, 9 Dec 2025 10:14:05 +0100 (W. Europe (Standard) Time)", "2025-12-09T09:14:05.000Z"],
    ["Tue, 9 Dec 2025 10:14:05 +0100 CET", "2025-12-09T09:14:05.000Z"],
    ["Tue, 9 Dec 2025 10:14:5 +0200", "2025-12-09T08:14:05.000Z"],
    ["Tue, 9 Dec 2025 10:14:05 +01:00", "2025-12-09T09:14:05.000Z"],
    ["Tue, 9 Dec 2025 10:14:05 UT", "2025-12-09T10:14:05.000Z"],
    ["Tue, 9 Dec 2025 10:14:05 PDT", "2025-12-09T17:14:05.000Z"],
    ["Tue, 9 Dec 2025 10:14:05 A", "2025-12-09T10:14:05.000Z"],
    ["Tuesday, 9-Dec-25 10:14:05 GMT", "2025-12-09T10:14:05.000Z"],
    ["9 Dec 125 10:14:05 GMT", "2025-12-09T10:14:05.000Z"],
    ["Tue, 9 December 2025 10:14:05 -0000", "2025-12-09T10:14:05.000Z"],
    ["Tue, 9 Dec (nine) 2025 10:14:05 +0000", "2025-12-09T10:14:05.000Z"],
    ["Wed, 31 Dec 2025 23:59:60 +0000", "2026-01-01T00:00:00.000Z"],
    ["2025-12-09T10:14:05+01:00", "2025-12-09T09:14:05.000Z"],
    // No zone, or one that nothing gives a meaning: an instant would be a guess, wrong by hours.
    ["Tue, 9 Dec 2025 10:14:05", ""],
    ["Tue, 9 Dec 2025 10:14:05 CET", ""],
    ["Tue, 9 Dec 2025 10:14:05 CEST", ""],
    ["Tue, 9 Dec 2025 10:14:05 GMT+0200", ""],
    ["Tue, 9 Dec 2025 10:14:05 +100", ""],
    ["Tue, 9 Dec 2025 10:14:05 +-0500", ""],
    ["Tue, 9 Dec 2025 10:14:05 +0175", ""],
    ["Tue, 9 Dec 2025 10:14:05 PM +0100", ""],
    ["Tue Dec  9 10:14:05 2025", ""],
    ["Tue, 9 Dec 0001 10:14:05 +0000", ""],
    ["Tue, 9 Dec 2025 10:14:05 J", ""],
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
