import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../e2e/support/server.ts";
import { newFolder } from "../support/new-folder.ts";
import { pictureOf } from "../vault/support/pictures.ts";
import { cli } from "./support/cli.ts";

let server: TestServer;
const folder = newFolder("picture-shows");
let shown = "";
const typed = async (...argv: string[]) => {
  const { out, err, code } = await cli(argv, { env: { PINCITE_URL: server.url, PINCITE_LANG: "nl" } });
  return { said: out, complaint: err, code };
};
const yes = (): string => /ja (\d+-[0-9a-f]+)/u.exec(shown)?.[1] ?? "";
const go = async (...words: string[]): Promise<string> => {
  shown = (await typed("run", "go", "latest", ...words)).said;
  return shown;
};

/** A photographed letter that is answered, in the stage of the quotes. */
beforeAll(async () => {
  server = await startTestServer();
  writeFileSync(join(folder, "IMG_1234.jpg"), pictureOf("letter.jpg"));
  const report = (await typed("vault", "import", folder, "--strand", "zaak")).said;
  const letter = /vault:[0-9a-f]+/u.exec(report)?.[0] ?? "";
  shown = (
    await typed(
      "run",
      "new",
      "--profile",
      "email-reply",
      "--strand",
      "zaak",
      "--on",
      "2025-12-15",
      "--answered",
      letter,
    )
  ).said;
  await go("ja", yes());
  await go("1=onjuist");
  for (let stage = 2; stage <= 4; stage++) await go("ja", yes());
});
afterAll(() => server.stop());

it("tells how the picture of a quote is seen, and how it is said that it shows something else", () => {
  expect(shown).toContain("Stap 5 van 6");
  expect(shown).toMatch(/pincite vault get vault:[0-9a-f]{12} --strand zaak/u);
  expect(shown).toMatch(/pincite run go latest \d+-[0-9a-f]+ "afbeelding:\d+=wat er gelezen is => wat er staat"/u);
});

it("puts the quote forward as it reads then, with what a person set in it to be looked at", async () => {
  const [, number = "", quote = ""] = /citaat (\d+): “([^”]*)”/u.exec(shown) ?? [];
  const [word = ""] = quote.split(" ");
  const none = await typed("run", "go", "latest", `afbeelding:${number}=Zeppelin => Ballon`);
  expect(none.complaint).toContain("“Zeppelin” zijn geen hele woorden van dat citaat");
  await go(`afbeelding:${number}=${word} => ${word}x`);
  expect(shown.replace(/\s+/gu, " ")).toContain(
    `citaat ${number}: “${quote.replace(word, `${word}x`)}”`.replace(/\s+/gu, " "),
  );
  expect(shown).toContain("iemand heeft deze woorden gezet in plaats van wat een machine had gelezen");
  const earlier = (await server.docs.listDocs({ strandId: "zaak" })).docs[0];
  const { doc } = await server.docs.getDoc({ strandId: "zaak", docUid: earlier?.docUid ?? "" });
  expect(doc?.earlierTexts).toHaveLength(1);
  expect(doc?.machineReading?.corrections).toMatchObject([{ readAs: word, words: `${word}x` }]);
});
