import type { Locator, Page } from "playwright-core";
import { openConnection } from "../../../src/client/connection.ts";
import { speechOf } from "../../../src/messages/speech.ts";
import { type Hand, mouse } from "./hand.ts";

/** One moment of a journey: the buttons that say what comes next, and what the server says of it. */
export interface Moment {
  readonly stage: string;
  readonly ctas: number;
  readonly label: string;
  readonly serverLabel: string;
  readonly rpc: string;
  readonly serverRpc: string;
}

/** The run that a page shows, by its address. */
export const runIdOn = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1) ?? "";

/** What kind of memo is begun; what is absent stays as the page offers it. */
export interface Beginning {
  readonly language?: string;
  readonly profile?: string;
}

/** What is said to the assertions of a letter. */
export type Answers = readonly (readonly [words: RegExp, answer: string, why: string])[];

/** Somebody on the page of a run; everything she does is counted. */
export interface Journey {
  readonly actions: string[];
  readonly moments: Moment[];
  begin(beginning?: Beginning): Promise<void>;
  drop(files: readonly string[]): Promise<void>;
  chooseLetter(title: RegExp): Promise<void>;
  say(roles: Readonly<Record<string, string>>): Promise<void>;
  /** Says what a letter is for, in so many words. */
  aim(goal: string): Promise<void>;
  /** Answers what is named, and to everything else that it is not known, or, of what tells no fact, that it is noted. */
  answer(said: Answers): Promise<void>;
  /**
   * Presses what comes next, looks at what asks for an eye, and says of each hit of a search for what is not there why it
   * does not matter, until the letter is final. Where the page asks for a choice, the passage is taken that is one of `rights`,
   * else the first.
   */
  walk(rights?: readonly RegExp[]): Promise<void>;
  /** The same from where the run stands, and tells which items were undecided on the way, each once. */
  walkAsked(rights?: readonly RegExp[]): Promise<string[]>;
  press(): Promise<void>;
  settled(): Promise<void>;
}

/** Presses before it is said that the journey leads nowhere. */
const pressesMax = 40;

/** Why a hit of a search for something absent does not matter. */
const setAsideReason = "dit stuk gaat over iets anders";

/** `onScreen` is told of every screen of its own: a new stage, or its end. `hand` works the page: the mouse, or the keys alone. */
export const journeyOn = (
  page: Page,
  onScreen: (name: string) => Promise<void> = async () => undefined,
  hand: Hand = mouse,
): Journey => {
  const actions: string[] = [];
  const moments: Moment[] = [];
  const did = (what: string): void => void actions.push(what);
  const run = page.locator(".run");

  /** Waits until nothing is under way, and writes the moment down. */
  const settled = async (): Promise<void> => {
    await page.waitForFunction(() => document.querySelector(".run")?.getAttribute("data-busy") === "no");
    const connection = openConnection(new URL(page.url()).origin);
    const { runContext } = await connection.orchestrator.getRun({ runId: runIdOn(page) });
    connection.close();
    await page.waitForFunction(
      (version) => document.querySelector(".run")?.getAttribute("data-version") === version,
      runContext?.version,
    );
    const ctas = page.locator("[data-cta]");
    moments.push({
      stage: (await run.getAttribute("data-stage")) ?? "",
      ctas: await ctas.count(),
      label: (await ctas.first().textContent()) ?? "",
      serverLabel: runContext?.nextAction?.localisedLabel ?? "",
      rpc: (await ctas.first().getAttribute("data-rpc")) ?? "",
      serverRpc: runContext?.nextAction?.rpc ?? "",
    });
  };

  /** Items that nobody has decided about, as the server has them. */
  const undecided = async (): Promise<string[]> => {
    const connection = openConnection(new URL(page.url()).origin);
    const { runContext } = await connection.orchestrator.getRun({ runId: runIdOn(page) });
    connection.close();
    return (runContext?.items ?? []).filter(({ decision }) => decision === 0).map(({ itemId }) => itemId);
  };

  const press = async (): Promise<void> => {
    did(`press ${await page.locator("[data-cta]").textContent()}`);
    await hand.press(page.locator("[data-cta]"));
    await settled();
  };

  const look = async (): Promise<void> => {
    const looks = page.locator("[data-look]");
    while ((await looks.count()) > 0) {
      did("look");
      await hand.press(looks.first());
      await settled();
    }
  };

  /** Lets words go that the draft does not say, and keeps all rights for what of the letter nobody answered. */
  const settleDraft = async (): Promise<void> => {
    const buttons = page.locator(
      "[data-gone] button:visible:not([data-another-passage]):not([data-other-passage]):not([data-state-myself]), [data-unanswered] button:visible",
    );
    while ((await buttons.count()) > 0) {
      did(`press ${await buttons.last().textContent()}`);
      await hand.press(buttons.last());
      await settled();
    }
  };

  /** Chooses a passage wherever the page asks for one. */
  const choose = async (rights: readonly RegExp[]): Promise<void> => {
    while (((await page.locator("[data-cta]").getAttribute("data-rpc")) ?? "").endsWith("/ChooseEvidence")) {
      const lists = page.locator("[data-passages]").filter({ has: page.locator("[data-choose]") });
      await lists.first().waitFor();
      const passages = await lists.first().locator("li.candidate").all();
      const words = await Promise.all(passages.map((passage) => passage.locator("blockquote").innerText()));
      const at = words.findIndex((one) => rights.some((right) => right.test(one)));
      did("choose a passage");
      await hand.press((passages[Math.max(0, at)] as Locator).locator("[data-choose]"));
      await settled();
    }
  };

  const setAside = async (): Promise<void> => {
    const done = page.getByRole("button", { name: /^(?:Leg terzijde|Set aside)$/u });
    while ((await done.count()) > 0) {
      const block = page.locator(".slot").filter({ has: done }).first();
      for (const field of await block.locator(".candidates input").all()) {
        did("say why it does not matter");
        await hand.write(field, setAsideReason);
      }
      did("set aside");
      await hand.press(block.getByRole("button", { name: /^(?:Leg terzijde|Set aside)$/u }));
      await settled();
    }
  };

  return {
    actions,
    moments,
    settled,
    press,
    async begin({ language, profile } = {}) {
      const form = page.locator("form.new-run");
      await form.waitFor();
      await onScreen("begin");
      did(profile === undefined ? "the first kind of memo" : `a memo of the kind ${profile}`);
      await hand.tick(profile === undefined ? form.getByRole("radio").first() : form.getByLabel(profile));
      if (language !== undefined) {
        did(`in ${language}`);
        await hand.choose(form.getByLabel(/^\s*(?:Taal van het memo|Language of the memo)/u), language);
      }
      did("begin");
      await hand.press(page.locator("[data-cta]"));
      await run.waitFor();
      await settled();
      await onScreen("empty");
    },
    async drop(files) {
      did("drop the files");
      await hand.put(page.locator(".drop input").first(), files);
      await page.locator(".documents").waitFor();
      await settled();
      await onScreen("documents");
    },
    async chooseLetter(title) {
      const row = page.locator(".documents tr", { hasText: title }).first();
      did("choose the letter");
      await hand.tick(row.locator("input[type=radio]"));
      did("answer it");
      await hand.press(page.getByRole("button", { name: /Op deze brief antwoord ik|I answer this letter/u }));
      await page.locator(".letter-parts").waitFor();
      await settled();
      await onScreen("intent");
    },
    async aim(goal) {
      did("say what it is for");
      const field = page.locator(".field:has(h2) textarea");
      await field.fill("");
      await hand.write(field, goal);
    },
    async say(roles) {
      for (const [name, role] of Object.entries(roles)) {
        const who = page.locator(".people label").filter({ has: page.locator("span", { hasText: name }) });
        if ((await who.count()) === 0) continue;
        did(`${name} is ${role}`);
        await hand.choose(who.locator("select"), role);
      }
      await press();
      // A press that leaves nothing to look at leads on by itself.
      if ((await run.getAttribute("data-stage")) === "1") await press();
      await onScreen("letter");
    },
    async answer(said) {
      const isEnglish = (await page.locator("html").getAttribute("lang")) === "en";
      const unknown = isEnglish ? "I do not know" : "weet ik niet";
      const { phrase } = speechOf(isEnglish ? "en" : "nl");
      for (const field of await page.locator(".assertion:not([data-question])").all()) {
        const words = (await field.locator("legend").textContent()) ?? "";
        // What tells no fact is known or unknown to nobody: it is noted.
        const isFact = (await field.getByLabel(unknown, { exact: true }).count()) > 0;
        const other = isFact ? unknown : phrase("page.it-rests");
        const [, answer = other, why = ""] = said.find(([shape]) => shape.test(words)) ?? [];
        did(`answer ${answer}`);
        await hand.tick(field.getByLabel(answer, { exact: true }));
        if (why === "") continue;
        did("say why");
        await hand.write(field.locator("input:not([type=radio])"), why);
      }
      await press();
      await onScreen("outline");
    },
    async walkAsked(rights = []) {
      const asked = new Set<string>();
      for (let presses = 0; presses < pressesMax && (await page.locator(".finish").count()) === 0; presses++) {
        for (const itemId of await undecided()) asked.add(itemId);
        await look();
        await choose(rights);
        await settleDraft();
        await press();
      }
      return [...asked];
    },
    async walk(rights = []) {
      let stage = await run.getAttribute("data-stage");
      for (let presses = 0; presses < pressesMax; presses++) {
        if ((await page.locator(".finish").count()) > 0) {
          await onScreen("finish");
          return;
        }
        await look();
        await choose(rights);
        await setAside();
        await settleDraft();
        await press();
        const now = await run.getAttribute("data-stage");
        if (now !== stage) await onScreen(`stage ${now}`);
        stage = now;
      }
      throw new Error(`the letter is not final after ${pressesMax} presses: ${await page.locator("main").innerText()}`);
    },
  };
};
