import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../../src/sha256.ts";
import { mbox } from "../../../src/vault/import/mbox.ts";
import { describeWithData } from "../../support/shared-data.ts";
import { mailboxes } from "../support/data-files.ts";
import { file, importAll, openTestVault, readHere, told, utf8 } from "../vault-fixture.ts";

const line = "From ank@example.org Tue Dec  9 10:14:00 2025\n";
const one = "From: ank@example.org\nSubject: een\n\neerste\n";
const two = "From: eva@example.org\nSubject: twee\n\ntweede\n";

const messages = (text: string): string[] =>
  [...(mbox.open(utf8(text)) ?? [])].map((entry) =>
    "bytes" in entry ? new TextDecoder().decode(entry.bytes) : entry.refusal,
  );

describe("a mailbox", () => {
  it("gives each message byte for byte, without separator and the empty line before the next", () => {
    expect(messages(`${line}${one}\n${line}${two}`)).toEqual([one, two]);
    const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
    expect(messages(crlf(`${line}${one}\n${line}${two}\n`))).toEqual([crlf(one), crlf(two)]);
  });

  it("gives a hundred copies of a message, and says how many more there are", () => {
    const given = messages(`${line}${two}\n${`${line}${one}\n`.repeat(500)}`);
    expect(given).toHaveLength(103);
    expect(given.at(-1)).toMatch(/^399 more of its messages have the very bytes of one before them/);
  });

  it("does not take prose for a separator", () => {
    const prose = `${one}\nFrom now on we shall see.\n\nFrom: not a header\nFrom Mon to Fri 10:00\n`;
    expect(messages(`${line}${prose}\n${line}${two}`)).toEqual([prose, two]);
  });

  it("takes a line without a date for a separator where headers stand below it, as Netscape writes", () => {
    const bare = `From - \n${two}`;
    const dated = two.replace("From:", "Date: Tue, 9 Dec 2025 10:14:00 +0100\nFrom:");
    expect(messages(`${line}${one}\n${bare}`)).toEqual([one, two]);
    expect(messages(`${line}${one}\nFrom -\n${dated}\nFrom ???@???\n${two}`)).toEqual([one, dated, two]);
    const letter = `${one}\nFrom what we heard:\nNote: it was late.\n`;
    expect(messages(`${line}${letter}`)).toEqual([letter]);
  });

  it("is known by its first line where its name says nothing, as Thunderbird keeps it", async () => {
    const units = await readHere(file("Mail/Inbox", `${line}${one}\n${line}${two}`));
    expect(units.map(({ path, opened }) => [path.split("!/")[0], opened])).toEqual([
      ["Mail/Inbox", false],
      ["Mail/Inbox", false],
      ["Mail/Inbox", true],
    ]);
    expect((await readHere(file("backup.pst", "!BDN")))[0]?.refusal).toMatch(/no data file of Outlook/);
  });

  it("believes a Content-Length that a separator bears out, and no other", () => {
    const body = `eerste\n\n${line}niet de tweede\n`;
    const counted = `From: a@b.c\nContent-Length: ${body.length}\n\n${body}`;
    expect(messages(`${line}${counted}\n${line}${two}`)).toEqual([counted, two]);
    const wrong = "From: a@b.c\nContent-Length: 9999\n\neerste\n";
    expect(messages(`${line}${wrong}\n${line}${two}`)).toEqual([wrong, two]);
    const short = "From: a@b.c\nContent-Length: 7\n\neerste\ntweede\n";
    expect(messages(`${line}${short}\n${line}${two}`)).toEqual([short, two]);
  });

  it("shows the escape of mboxo and mboxrd undone, and keeps it in the stored bytes", async () => {
    const escaped = "From: ank@example.org\nSubject: s\n\nIk bleef.\n\n>From that day on.\n";
    const [message] = await readHere(file("x.mbox", `${line}${escaped}`));
    expect(message?.made?.text).toContain("\nFrom that day on.");
    expect(message?.docUid).toBe(sha256Hex(utf8(escaped)));
  });

  it("refuses a file that does not begin like one, and an empty message, by name", async () => {
    expect((await readHere(file("x.mbox", one)))[0]?.refusal).toMatch(/does not begin as a mailbox/);
    const units = await readHere(file("x.mbox", `${line}${line}${two}`));
    expect(units.map(({ refusal, made }) => [refusal !== "", made !== undefined])).toEqual([
      [false, true],
      [false, false],
    ]);
  });

  it("names messages by their bytes, so that one more at the front supersedes nothing", async () => {
    const { vault } = await openTestVault();
    const first = await importAll(vault, [file("x.mbox", `${line}${one}`)]);
    expect(first.map((row) => told(row).split(" ")[0])).toEqual(["IMPORTED", "OPENED"]);
    const second = await importAll(vault, [file("x.mbox", `${line}${two}\n${line}${one}`)]);
    expect(second.map((row) => told(row).split(" ")[0])).toEqual(["IMPORTED", "DUPLICATE", "OPENED"]);
    const before = (await vault.strand("")).revision;
    await importAll(vault, [file("x.mbox", `${line}${two}\n${line}${one}`)]);
    expect((await vault.strand("")).revision).toBe(before);
  });
});

describeWithData("the mailboxes of the Apache set", "email-apache-mbox", (folder) => {
  it("give 182 messages, every one imported", async () => {
    const { vault } = await openTestVault();
    const rows = await importAll(vault, mailboxes(folder));
    const top = rows.filter((row) => row.parentDocUid === "").map((row) => told(row).split(" ")[0]);
    expect(top.filter((outcome) => outcome === "OPENED")).toHaveLength(10);
    expect(top.filter((outcome) => outcome === "IMPORTED")).toHaveLength(182);
    expect(top).toHaveLength(192);
    for (const row of rows.filter((each) => told(each).startsWith("REFUSED")))
      expect(row.reason.length).toBeGreaterThan(20);
  });
});
