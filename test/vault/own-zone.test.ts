import { describe, expect, it } from "vitest";
import { inOwnZone } from "../../src/vault/own-zone.ts";

describe("an instant as its writer's clock had it", () => {
  // A mail of half past midnight was quoted as one of the day before.
  it.each([
    ["2026-09-27T22:30:00.000Z", "Mon, 28 Sep 2026 00:30:00 +0200", "2026-09-28T00:30:00.000+02:00"],
    ["2026-01-01T03:15:00.000Z", "Wed, 31 Dec 2025 22:15:00 -0500 (EST)", "2025-12-31T22:15:00.000-05:00"],
    ["2026-09-27T22:30:00.000Z", "Sun, 27 Sep 2026 22:30:00 +0000", "2026-09-27T22:30:00.000Z"],
    ["2026-09-27T22:30:00.000Z", "Sun, 27 Sep 2026 22:30:00 GMT", "2026-09-27T22:30:00.000Z"],
    ["2026-10-09T00:00:00.000Z", "9 oktober 2026", "2026-10-09T00:00:00.000Z"],
    ["2026-10-09T00:00:00.000Z", "2026-10-09", "2026-10-09T00:00:00.000Z"],
    ["2026-10-09T00:00:00.000Z", "Fri, 9 Oct 2026 09:00:00 +9900", "2026-10-09T00:00:00.000Z"],
    ["", "Mon, 28 Sep 2026 00:30:00 +0200", ""],
  ])("is %s of “%s”: %s", (iso, written, own) => {
    expect(inOwnZone(iso, written)).toBe(own);
    expect(Date.parse(own)).toBe(Date.parse(iso));
  });
});
