import { describe, expect, it } from "vitest";
import { from, raw, readClaim } from "./read-claim.ts";

/** Dates of whole mails: [claim, header lines, the instant, the words that are kept]. */
const dates: [claim: string, lines: string[], iso: string, text: string][] = [
  [
    "RFC 5322 3.3",
    ["Date: Tue, 9 Dec 2025 10:14:05 +0100"],
    "2025-12-09T09:14:05.000Z",
    "Tue, 9 Dec 2025 10:14:05 +0100",
  ],
  [
    "a weekday is optional (3.3)",
    ["Date: 9 Dec 2025 10:14:05 +0100"],
    "2025-12-09T09:14:05.000Z",
    "9 Dec 2025 10:14:05 +0100",
  ],
  [
    "seconds are optional (3.3)",
    ["Date: Tue, 9 Dec 2025 10:14 +0100"],
    "2025-12-09T09:14:00.000Z",
    "Tue, 9 Dec 2025 10:14 +0100",
  ],
  [
    "half hours are zones",
    ["Date: Tue, 9 Dec 2025 10:14:05 +0530"],
    "2025-12-09T04:44:05.000Z",
    "Tue, 9 Dec 2025 10:14:05 +0530",
  ],
  [
    "a zone may lead into another year",
    ["Date: Thu, 1 Jan 2026 00:30:00 +0100"],
    "2025-12-31T23:30:00.000Z",
    "Thu, 1 Jan 2026 00:30:00 +0100",
  ],
  [
    "29 February of a leap year",
    ["Date: Thu, 29 Feb 2024 12:00:00 +0000"],
    "2024-02-29T12:00:00.000Z",
    "Thu, 29 Feb 2024 12:00:00 +0000",
  ],
  [
    "29 February of another year is no day",
    ["Date: Sat, 29 Feb 2025 12:00:00 +0000"],
    "",
    "Sat, 29 Feb 2025 12:00:00 +0000",
  ],
  [
    "a folded header (2.2.3)",
    ["Date: Tue, 9 Dec 2025", " 10:14:05 +0100"],
    "2025-12-09T09:14:05.000Z",
    "Tue, 9 Dec 2025 10:14:05 +0100",
  ],
  [
    "a tab between the words",
    ["Date:\tTue,\t9 Dec 2025\t10:14:05\t+0100"],
    "2025-12-09T09:14:05.000Z",
    "Tue, 9 Dec 2025 10:14:05 +0100",
  ],
  [
    "names of headers and months know no case",
    ["DATE: tue, 9 DEC 2025 10:14:05 +0100"],
    "2025-12-09T09:14:05.000Z",
    "tue, 9 DEC 2025 10:14:05 +0100",
  ],
  [
    "a blank before the colon (4.5)",
    ["Date : Tue, 9 Dec 2025 10:14:05 +0100"],
    "2025-12-09T09:14:05.000Z",
    "Tue, 9 Dec 2025 10:14:05 +0100",
  ],
  [
    "the first of two Date headers",
    ["Date: 9 Dec 2025 10:14:05 +0100", "Date: 1 Jan 2020 00:00:00 +0000"],
    "2025-12-09T09:14:05.000Z",
    "9 Dec 2025 10:14:05 +0100",
  ],
  [
    "when it was sent on is not when it was written (3.6.6)",
    ["Resent-Date: 1 Jan 2026 00:00:00 +0000", "Date: 9 Dec 2025 10:14:05 +0100"],
    "2025-12-09T09:14:05.000Z",
    "9 Dec 2025 10:14:05 +0100",
  ],
  ["when it is to be delivered is not either", ["Deferred-Delivery: 1 Jan 2026 00:00:00 +0000"], "", ""],
  [
    "a comment may say anything (3.2.2)",
    ["Date: Tue, 9 Dec 2025 10:14:05 +0100 (1 Jan 2020)"],
    "2025-12-09T09:14:05.000Z",
    "Tue, 9 Dec 2025 10:14:05 +0100 (1 Jan 2020)",
  ],
  [
    "-0000 says nothing of the place and is an instant (3.3)",
    ["Date: Tue, 9 Dec 2025 10:14:05 -0000"],
    "2025-12-09T10:14:05.000Z",
    "Tue, 9 Dec 2025 10:14:05 -0000",
  ],
  [
    "a day in words of another language is kept and no instant",
    ["Date: di, 9 mrt 2025 10:14:05 +0100"],
    "",
    "di, 9 mrt 2025 10:14:05 +0100",
  ],
  ["none at all", ["X-Mailer: x"], "", ""],
];

describe("the date of a mail", () => {
  for (const [claim, lines, iso, text] of dates)
    it(claim, async () => {
      const made = await readClaim(raw([from, "Subject: s", ...lines, "", "x"]));
      expect([made.authoredAtIso, made.authoredAtText.replace(/\s+/g, " ")]).toEqual([iso, text]);
      expect(/is no instant/.test(made.noted)).toBe(text !== "" && iso === "");
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
