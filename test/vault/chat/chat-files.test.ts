import { expect, it } from "vitest";
import { makeZip } from "../support/zip-maker.ts";
import { file, importAll, openTestVault, utf8 } from "../vault-fixture.ts";

const chat = utf8("[03-11-2026 09:32:10] Anna: Kan ik vrijdag vrij?\n[03-11-2026 09:33:02] Karel: Dat is goed.\n");

it.each([
  ["WhatsApp Chat - Karel.zip", "_chat.txt", "WhatsApp Chat - Karel"],
  ["dossier.zip", "Karel.txt", "Karel.txt"],
])("a chat in %s as %s is called %s: an iPhone calls every chat the same", async (archive, name, title) => {
  const { vault, docs } = await openTestVault();
  await importAll(vault, [file(archive, makeZip([{ name, bytes: chat }]))]);
  const listed = (await docs.listDocs({})).docs.filter(({ docType }) => docType === "chat");
  expect(listed.map((doc) => doc.title)).toEqual([title]);
});
