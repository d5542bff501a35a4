import { describe, expect, it } from "vitest";
import { rowsOf } from "../../support/cases/rows.ts";
import { from, raw, readClaim } from "./read-claim.ts";

const dates = rowsOf("mails/dates.tsv", ["claim", "lines", "instant", "words"]);

describe("the date of a mail", () => {
  for (const { claim, lines, instant, words } of dates)
    it(claim, async () => {
      const made = await readClaim(raw([from, "Subject: s", ...lines.split("\n"), "", "x"]));
      expect([made.authoredAtIso, made.authoredAtText.replace(/\s+/g, " ")]).toEqual([instant, words]);
      expect(/is no instant/.test(made.noted)).toBe(words !== "" && instant === "");
    });

  it("has the topmost Received as its second witness (RFC 5321 4.4), and is told of where they differ by days", async () => {
    const received = (day: string): string => `Received: from a by b; ${day}, 10:15:00 +0100`.replace(",", "");
    const lines = [
      received("9 Dec 2025"),
      received("1 Dec 2025"),
      from,
      "Date: 9 Dec 2025 10:14:05 +0100",
      "Subject: s",
      "",
      "x",
    ];
    const made = await readClaim(raw(lines));
    expect([made.receivedAtIso, made.noted]).toEqual(["2025-12-09T09:15:00.000Z", ""]);
    const late = await readClaim(raw(lines.slice(0, 1).concat(from, "Date: 1 Dec 2025 10:14:05 +0100", "", "x")));
    expect(late.noted).toMatch(/more than a day and a half apart/);
  });
});
