import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { msg } from "../../../src/vault/import/msg.ts";
import { describeWithData } from "../../support/shared-data.ts";
import { filesBelow, readBytes } from "../support/data-files.ts";
import { file, importAll, openTestVault, told } from "../vault-fixture.ts";

interface Opinion {
  readonly subject?: string;
  readonly body?: string;
  readonly senderName?: string;
  readonly apptStartWhole?: string;
  readonly attachments?: readonly unknown[];
}
const dense = (text = ""): string => text.normalize("NFC").replace(/[\s\0]+/g, "");

describeWithData("the Outlook items of msgreader", "msg-msgreader-js", (folder) => {
  it("say what that parser's own expectations say, words that are not Unicode included", async () => {
    // Of contactAnsi its expectations have the undecoded bytes; the item's locale is Japanese, and so are our letters.
    const listed = filesBelow(folder, ".msg").filter(({ path }) => path !== "contactAnsi.msg");
    const items = listed.filter(({ path }) => existsSync(`${folder}/${path.replace(/msg$/, "json")}`));
    expect(items.length).toBeGreaterThanOrEqual(13);
    for (const { path, bytes } of items) {
      const opinion = JSON.parse(new TextDecoder().decode(readBytes(folder, path.replace(/msg$/, "json")))) as Opinion;
      const made = await msg.extract(bytes, { path });
      expect(made.title, path).toBe(opinion.subject?.replace(/\s+/g, " ").trim());
      expect(dense(made.text), path).toContain(dense(opinion.body));
      expect(made.parts.length, path).toBe(opinion.attachments?.length ?? 0);
      if (opinion.apptStartWhole !== undefined)
        expect(made.event?.startIso, path).toBe(new Date(opinion.apptStartWhole).toISOString());
    }
  });
});

for (const [set, count] of [
  ["msg-msgreader-js", 20],
  ["msg-poi", 37],
] as const) {
  describeWithData(`the items of ${set}`, set, (folder) => {
    it("are imported, every one, and their attachments imported or refused with a reason", async () => {
      const { vault } = await openTestVault();
      const rows = await importAll(vault, filesBelow(folder, ".msg"));
      const top = rows.filter((row) => row.parentDocUid === "");
      expect(top).toHaveLength(count);
      expect(top.every((row) => /^(?:IMPORTED|DUPLICATE)/.test(told(row)))).toBe(true);
      for (const row of rows) expect(row.docUid !== "" || row.reason.length > 20).toBe(true);
    });
  });
}

describeWithData("items of old Outlook", "msg-poi", (folder) => {
  it.each([
    ["ASCII_CP1251_LCID1049.msg", "автоматически"],
    ["HTMLBodyBinary_CP1251.msg", "öäü"],
    ["cyrillic_message.msg", "Автоматический"],
  ])("give the letters of their own code page: %s", async (path, word) => {
    const made = await msg.extract(readBytes(folder, path), { path });
    expect(made.title).toContain(word);
  });

  it("refuses what is no item, and one that is cut off", async () => {
    const { vault } = await openTestVault();
    const whole = readBytes(folder, "simple_test_msg.msg");
    const rows = await importAll(vault, [file("a.msg", "From: x"), file("b.msg", whole.subarray(0, 700))]);
    expect(rows.map(told)).toEqual(["REFUSED a.msg", "REFUSED b.msg"]);
  });
});
