import "./support/mark-dutch.ts";

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shippedText } from "../../src/profile/shipped.ts";
import { root } from "../cli/support/layman.ts";
import { outsideMarks } from "../cli/support/marked.ts";
import { spoken } from "../support/mark-messages.ts";
import { describeWithBrowser } from "./support/browser.ts";
import { journeyOn } from "./support/journey.ts";
import { type Visit, visit } from "./support/visit.ts";

// A letter answered on the page in a language that marks every message, from the empty list to the file. What a screen shows outside marks
// is evidence, a person's own words, a text of the kind of memo or what the letter says; anything else was said by no message.

const dossier = join(root, "demo/dossier");

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/** What a mail says in quoted-printable (RFC 2045). */
const decoded = (text: string): string =>
  text
    .replaceAll(/=\r?\n/gu, "")
    .replaceAll(/(?:=[0-9A-F]{2})+/gu, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString());

const texts = Object.entries(spoken);

/** Words of evidence, of the kind of memo, of the letter and of days. */
const recorded = new Set(
  [
    ...readdirSync(dossier).flatMap((name) => [name, decoded(readFileSync(join(dossier, name), "utf8"))]),
    // Of profiles what they say to people: no name of theirs, no comment and no word of their English.
    ...readdirSync(join(root, "profiles")).flatMap((name) =>
      [
        ...shippedText(name).matchAll(
          /locale: "nl"\s+(?:text|noun): "(?<text>[^"]*)"|(?:article|called|also|typed): (?<words>.*)/gu,
        ),
      ].map(({ groups }) => groups?.text ?? groups?.words ?? ""),
    ),
    ...texts.flatMap(([id, text]) => (/^(?:clause|guide|memo|scope)\./u.test(id) ? [text] : [])),
    "januari februari maart april mei juni juli augustus september oktober november december",
    // Names of languages, of the product, and of kinds of files.
    "Nederlands English Pincite PDF Word Markdown sha noor",
  ].flatMap(wordsIn),
);

/** Ids and digests, and numbers with what they count. */
const spelled = (line: string): string =>
  line.replaceAll(/\S*…\S*|\b[a-z]+:[0-9A-Za-z:]+|\b[0-9A-Za-z]{12,}\b|\b(?:kB|MB)\b/gu, "");

/** Lines with words that no message said, each as it stands outside marks. */
const strangeIn = (lines: readonly string[]): string[] =>
  lines
    .map((line) => spelled(outsideMarks(line)).trim())
    .filter((line) => wordsIn(line).some((word) => !recorded.has(word)));

let visited: Visit;
const screens: string[] = [];
const strange = new Set<string>();

const read = async (screen: string): Promise<void> => {
  screens.push(screen);
  const shown = await visited.page.evaluate(() => [
    ...document.body.innerText.split("\n"),
    ...[...document.querySelectorAll("[aria-label],[title],[placeholder]")].flatMap((element) =>
      ["aria-label", "title", "placeholder"].map((name) => element.getAttribute(name) ?? ""),
    ),
  ]);
  if (!shown.some((line) => line.includes("⟦"))) strange.add(`${screen}: no mark at all`);
  for (const line of strangeIn(shown)) strange.add(`${screen}: ${line}`);
};

describeWithBrowser("the page in a language that marks every message", () => {
  beforeAll(async () => {
    visited = await visit();
    const { page } = visited;
    // The page has its texts in a file of its own, which it puts into one object: they are marked on their way there.
    await page.addInitScript(
      (own: string[]) => {
        const known = new Set(own);
        const assign = Object.assign;
        Object.assign = (target: object, ...sources: object[]) =>
          assign(
            target,
            ...sources.map((source) => {
              const entries = Object.entries(source ?? {});
              const isTexts = entries.length > 20 && entries.every(([, text]) => known.has(String(text)));
              return isTexts ? Object.fromEntries(entries.map(([id, text]) => [id, `⟦${text}⟧`])) : source;
            }),
          );
      },
      texts.map(([, text]) => text),
    );
    await page.reload();
    const journey = journeyOn(page, read);
    await journey.begin();
    await journey.drop(readdirSync(dossier).map((name) => join(dossier, name)));
    await journey.chooseLetter(/vervallen thuiswerkdag/u);
    await journey.say({ "Iris Denkbeeld": "werkgever", "Bram Verzonnen": "namens de werkgever" });
    for (const field of await page.locator(".assertion:not([data-question])").all())
      await field
        .getByLabel(/weet ik niet|voor kennisgeving/u)
        .last()
        .check();
    await journey.press();
    await read("outline");
    await journey.walk();
  });

  afterAll(() => visited?.stop());

  it("can tell what is not marked", () => {
    expect(strangeIn(["⟦Bewaar⟧", "Bewaar", "⟦van⟧ thuiswerkdag", "⟦kind⟧ OWN_STATEMENT"])).toEqual([
      "Bewaar",
      "OWN_STATEMENT",
    ]);
  });

  it("shows on each screen of a letter only messages, evidence, and what the kind of memo and the letter say", () => {
    expect(screens).toContain("finish");
    expect([...strange]).toEqual([]);
  });
});
