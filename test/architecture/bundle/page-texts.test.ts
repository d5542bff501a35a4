import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pageMessages } from "../../../scripts/bundle/page-messages.ts";
import { keyOf } from "../../../src/web/words/message-key.ts";

const load = pageMessages.load as (id: string) => string | null;
const texts = (language: string): Record<string, string> =>
  JSON.parse((load(`\0texts-${language}`) ?? "").replace(/^export default |;$/gu, ""));

// Words of minutes and messages of a chat bore "memo.quoted-words" and "memo.message-by" at the fourth step.
it("has what the files say that a page draws with, in whatever room of messages it stands", () => {
  const code = readFileSync(new URL("../../../src/export/said-by.ts", import.meta.url), "utf8");
  const ids = [...code.matchAll(/"(?<id>memo\.[a-z-]+)"/gu)].map(([, id = ""]) => id);
  expect(ids).toContain("memo.quoted-words");
  for (const language of ["nl", "en"])
    expect(Object.keys(texts(language))).toEqual(expect.arrayContaining(ids.map(keyOf)));
});

it("has none that no page draws with", () => {
  expect(Object.keys(texts("nl"))).not.toContain(keyOf("memo.provenance"));
  expect(Object.keys(texts("nl"))).not.toContain(keyOf("guide.draft"));
});
