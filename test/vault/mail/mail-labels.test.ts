import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eml } from "../../../src/vault/import/eml.ts";
import { mailLabels } from "../../../src/vault/mail/mail-labels.ts";
import { mail, utf8 } from "../vault-fixture.ts";

const of = async (headers: Record<string, string>, path = "a.eml") => {
  const { labels, markedDeleted } = await eml.extract(mail({ From: "a@example.org", ...headers }, "Dag."), { path });
  return [labels, markedDeleted];
};

describe("what a mail program noted on a message", () => {
  it.each<readonly [string, Record<string, string>, string[], boolean]>([
    ["nothing", {}, [], false],
    [
      "Gmail's labels",
      { "X-Gmail-Labels": 'Inbox,"Werk, belangrijk",=?UTF-8?Q?Categorie=C3=ABn?=,Inbox' },
      ["Inbox", "Werk, belangrijk", "Categorieën"],
      false,
    ],
    [
      "Thunderbird's keys",
      { "X-Mozilla-Status": "0001", "X-Mozilla-Keys": "$label1 loon   " },
      ["$label1", "loon"],
      false,
    ],
    ["Thunderbird's deletion", { "X-Mozilla-Status": "0009" }, [], true],
    ["a deletion of other mailboxes", { "X-Status": "AD" }, [], true],
    ["a status that is none", { "X-Mozilla-Status": "zz", "X-Status": "A" }, [], false],
  ])("is told: %s", async (_, headers, labels, deleted) => {
    expect(await of(headers)).toEqual([labels, deleted]);
  });

  it.each([
    ["8590195713", false],
    ["8590195715", true],
  ])("is told of Apple Mail's flags %s", async (flags, deleted) => {
    const message = "From: a@example.org\nSubject: x\n\nDag.\n";
    const list = `<plist version="1.0"><dict><key>flags</key>\n<integer>${flags}</integer></dict></plist>`;
    const { markedDeleted, text } = await eml.extract(utf8(`${message.length}\n${message}${list}`), { path: "1.emlx" });
    expect([markedDeleted, text.endsWith("Dag.")]).toEqual([deleted, true]);
  });

  it("stays within its bounds whatever a header says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 3_000 }), fc.string({ unit: "binary" }), (value, behind) => {
        const keys = ["x-gmail-labels", "x-mozilla-keys", "x-mozilla-status", "x-status"];
        const { labels } = mailLabels(
          keys.map((key) => ({ key, value })),
          behind,
        );
        expect(labels.length).toBeLessThanOrEqual(50);
        expect(labels.every((label) => label.isWellFormed() && label.length <= 200)).toBe(true);
      }),
    );
  });
});
