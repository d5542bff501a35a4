import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { type Journey, journeyOn } from "../../page/support/journey.ts";
import { visit } from "../../page/support/visit.ts";
import { casesFor } from "../candidates/cases.ts";
import { gives, type KeyedCase, type KeyedClaim } from "../candidates/keyed.ts";

/** By what the right sentence of a claim was found; `stated`: by nothing, so that she says it herself. */
type Found = "three" | "more" | "search" | "stated";

/** What came of a case. */
interface Walked {
  readonly actions: readonly string[];
  readonly found: readonly Found[];
  /** Empty: its letter is final. */
  readonly deadEnd: string;
}

/** A case may be of any kind of letter: this kind of memo is for all of them. */
const kindOfMemo = "Antwoord op een andere brief";
const patienceMs = 120_000;
/** Presses of one list before a person looks for words. */
const moreMost = 3;
/** So long it may take until other passages are listed, and so often that is looked at. */
const [changeMs, pollMs] = [15_000, 100];
/** Presses from an outline to its first passages. */
const pressesMost = 6;
/** A person remembers so many words of what she looks for. */
const wordsSought = 3;

/**
 * `npm run campaign -- choices [case …]`: keyed cases on the page in Chromium, from an empty Vault to a final letter, by what is shown alone.
 * The claims of the key are typed as points of the outline; for each the passage is pressed that gives the key's sentence: among those
 * shown, behind *Toon meer*, or by the three longest words of that sentence; else she states it herself. Prints figures and no sentence.
 */
export const simulateChoices = async (names: string[]): Promise<boolean> => {
  let held = true;
  for (const one of casesFor(names)) {
    const { actions, found, deadEnd } = await walked(one);
    const count = (by: Found): string => `${by} ${found.filter((each) => each === by).length}`;
    const end = deadEnd === "" ? "final" : `DEAD END: ${deadEnd.slice(0, 300)}`;
    process.stdout.write(
      `${one.name}: ${actions.length} actions (${tally(actions)}), ${one.claims.length} claims: ${count("three")}, ${count("more")}, ${count("search")}, ${count("stated")}; ${end}\n`,
    );
    held &&= deadEnd === "";
  }
  return held;
};

/** How often each thing was done, most often first. */
const tally = (actions: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const one of actions) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([what, count]) => `${what} ${count}`)
    .join(", ");
};

const walked = async (one: KeyedCase): Promise<Walked> => {
  const folder = mkdtempSync(join(tmpdir(), "pincite-choices-"));
  const visited = await visit();
  const { page } = visited;
  visited.context.setDefaultTimeout(patienceMs);
  const journey = journeyOn(page);
  const found: Found[] = [];
  let deadEnd = "";
  try {
    await journey.begin({ profile: kindOfMemo });
    await journey.drop(written(folder, one));
    const title = one.letterFile.replace(/\.[a-z]+$/u, "").replaceAll(/[^\p{L}\d]+/gu, ".+");
    await journey.chooseLetter(new RegExp(title, "u"));
    await journey.say({});
    await journey.answer([]);
    await typePoints(page, journey, one.claims);
    const next = page.locator("[data-cta]");
    for (let presses = 0; presses < pressesMost; presses++) {
      await journey.press();
      if (((await next.getAttribute("data-rpc")) ?? "").endsWith("/ChooseEvidence")) break;
    }
    await chooseByKey(page, journey, one.claims, found);
    await journey.walk();
  } catch (error) {
    deadEnd = String(error);
  }
  await visited.stop();
  rmSync(folder, { recursive: true, force: true });
  return { actions: journey.actions, found, deadEnd };
};

const written = (folder: string, { files }: KeyedCase): string[] =>
  files.map(({ path, bytes }) => {
    const whole = join(folder, path);
    mkdirSync(folder, { recursive: true });
    writeFileSync(whole, bytes);
    return whole;
  });

/** The claims as points of a part of the outline, a line for each. */
const typePoints = async (page: Page, { actions, settled }: Journey, claims: readonly KeyedClaim[]): Promise<void> => {
  actions.push("change the outline");
  await page.getByRole("button", { name: "Opzet veranderen" }).click();
  const form = page.locator(".outline-form");
  actions.push("add a part", "name it");
  await form.getByRole("button", { name: "Voeg een deel toe" }).click();
  await form.locator(".outline-part").last().getByLabel("Kopje").fill("Feiten");
  actions.push("write the points");
  await form
    .locator("textarea")
    .last()
    .fill(claims.map(({ text }) => text).join("\n"));
  actions.push("save the outline");
  await form.getByRole("button", { name: "Opzet bewaren" }).click();
  await settled();
};

/** One claim after the other, as the page lays them before her. */
const chooseByKey = async (
  page: Page,
  { actions, settled }: Journey,
  claims: readonly KeyedClaim[],
  found: Found[],
): Promise<void> => {
  const cta = page.locator("[data-cta]");
  while (((await cta.getAttribute("data-rpc")) ?? "").endsWith("/ChooseEvidence")) {
    // At the fourth step all claims stand on one screen, and those that are open have a way out.
    const section = page.locator("section.claim:has([data-nowhere])").first();
    await section.waitFor();
    const words = (await section.locator("h2, h3").first().innerText()).trim();
    const claim = claims.find(({ text }) => bare(text) === bare(words));
    const by = claim && (await pressKey(section, claim, actions));
    if (by === undefined) {
      actions.push("it stands nowhere", "she states it herself");
      await section.locator("[data-nowhere] > summary").first().click();
      await section.locator("[data-state-myself]").first().click();
    }
    if (claim) found.push(by ?? "stated");
    await settled();
    // Another outline is confirmed anew, and leads back here.
    while ((await page.locator(".run").getAttribute("data-stage")) === "SKELETON") {
      actions.push("press");
      await cta.click();
      await settled();
    }
  }
};

/** Presses the passage that gives one of the key's sentences, and tells by what it was found. */
const pressKey = async (section: Locator, { sentences }: KeyedClaim, actions: string[]): Promise<Found | undefined> => {
  const list = section.locator(".passages").first();
  const passages = list.locator("> ol > .candidate");
  const pressShown = async (): Promise<boolean> => {
    await passages.first().waitFor();
    for (const [at, words] of (await passages.locator("blockquote").allInnerTexts()).entries()) {
      if (!sentences.some((key) => gives(words, key))) continue;
      actions.push("choose a passage");
      await passages.nth(at).locator("[data-choose]").click();
      return true;
    }
    return false;
  };
  /** Waits until other passages are listed, or the same ones are once more. */
  const listedAnew = async (press: () => Promise<void>): Promise<void> => {
    const before = await list.locator("> ol").innerText();
    await press();
    for (let waited = 0; waited < changeMs && (await list.locator("> ol").innerText()) === before; waited += pollMs)
      await new Promise((done) => setTimeout(done, pollMs));
  };
  if (await pressShown()) return "three";
  for (let pressed = 0; pressed < moreMost && (await list.locator("[data-more]").count()) > 0; pressed++) {
    actions.push("show more");
    await listedAnew(() => list.locator("[data-more]").click());
    if (await pressShown()) return "more";
  }
  const remembered = (sentences[0]?.match(/\p{L}{4,}/gu) ?? [])
    .toSorted((a, b) => b.length - a.length)
    .slice(0, wordsSought);
  actions.push("write what is sought", "search");
  await list.locator("form.search input").fill(remembered.join(" "));
  await listedAnew(() => list.locator("form.search button").click());
  return (await pressShown()) ? "search" : undefined;
};

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
