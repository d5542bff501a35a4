import type { Page } from "playwright-core";
import { openConnection } from "../../../src/client/connection.ts";

/** One moment of a journey: the buttons that say what comes next, and what the server says of it. */
export interface Moment {
  readonly stage: string;
  readonly ctas: number;
  readonly label: string;
  readonly serverLabel: string;
  readonly rpc: string;
  readonly serverRpc: string;
}

/** Somebody with a mouse on the page of a run; everything she does is counted. */
export interface Journey {
  readonly actions: string[];
  readonly moments: Moment[];
  /** Begins a memo in the page's own language, or in another. */
  begin(language?: "nl" | "en"): Promise<void>;
  drop(files: readonly string[]): Promise<void>;
  chooseLetter(title: RegExp): Promise<void>;
  say(roles: Readonly<Record<string, string>>): Promise<void>;
  answer(said: readonly (readonly [words: RegExp, answer: string, why: string])[]): Promise<void>;
  /** Presses what comes next, and looks at what asks for an eye, until the letter is final. */
  walk(): Promise<void>;
  /** The same from where the run stands, and tells which items were undecided on the way, each once. */
  walkAsked(): Promise<string[]>;
  press(): Promise<void>;
  settled(): Promise<void>;
}

/** Presses before it is said that the journey leads nowhere. */
const pressesMax = 40;

/** `onScreen` is told of every screen of its own: a new stage, or its end. */
export const journeyOn = (page: Page, onScreen: (name: string) => Promise<void> = async () => undefined): Journey => {
  const actions: string[] = [];
  const moments: Moment[] = [];
  const did = (what: string): void => void actions.push(what);
  const run = page.locator(".run");

  /** Waits until nothing is under way, and writes the moment down. */
  const settled = async (): Promise<void> => {
    await page.waitForFunction(() => document.querySelector(".run")?.getAttribute("data-busy") === "no");
    const connection = openConnection(new URL(page.url()).origin);
    const { runContext } = await connection.orchestrator.getRun({ runId: page.url().split("/").at(-1) ?? "" });
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
    const { runContext } = await connection.orchestrator.getRun({ runId: page.url().split("/").at(-1) ?? "" });
    connection.close();
    return (runContext?.items ?? []).filter(({ decision }) => decision === 0).map(({ itemId }) => itemId);
  };

  const press = async (): Promise<void> => {
    did(`press ${await page.locator("[data-cta]").textContent()}`);
    await page.locator("[data-cta]").click();
    await settled();
  };

  return {
    actions,
    moments,
    settled,
    press,
    async begin(language) {
      await page.locator("form.new-run").waitFor();
      if (language !== undefined) {
        did(`choose ${language}`);
        await page.getByLabel(/^\s*(?:Taal van het memo|Language of the memo)/u).selectOption(language);
      }
      await onScreen("begin");
      did("begin");
      await page.locator("[data-cta]").click();
      await run.waitFor();
      await settled();
      await onScreen("empty");
    },
    async drop(files) {
      did("drop the files");
      await page.locator(".drop input").setInputFiles([...files]);
      await page.locator(".documents").waitFor();
      await settled();
      await onScreen("documents");
    },
    async chooseLetter(title) {
      const row = page.locator(".documents tr", { hasText: title }).first();
      did("choose the letter");
      await row.locator("input[type=radio]").check();
      did("answer it");
      await page.getByRole("button", { name: /Op deze brief antwoord ik|I answer this letter/u }).click();
      await page.locator(".letter-parts").waitFor();
      await settled();
      await onScreen("intent");
    },
    async say(roles) {
      for (const [name, role] of Object.entries(roles)) {
        const who = page.locator(".people label", { hasText: name });
        if ((await who.count()) === 0) continue;
        did(`${name} is ${role}`);
        await who.locator("select").selectOption(role);
      }
      await press();
      await press();
      await onScreen("letter");
    },
    async answer(said) {
      for (const field of await page.locator(".assertion").all()) {
        const words = (await field.locator("legend").textContent()) ?? "";
        const [, answer, why = ""] = said.find(([shape]) => shape.test(words)) ?? [];
        did(`answer ${answer}`);
        const shown = field.getByLabel(answer ?? /weet ik niet|I do not know/u, { exact: true });
        await shown.check();
        if (why === "") continue;
        did("say why");
        await field.locator("input:not([type=radio])").fill(why);
      }
      await press();
      await onScreen("outline");
    },
    async walkAsked() {
      const asked = new Set<string>();
      for (let presses = 0; presses < pressesMax && (await page.locator(".finish").count()) === 0; presses++) {
        for (const itemId of await undecided()) asked.add(itemId);
        const look = page.locator("[data-look]");
        while ((await look.count()) > 0) {
          await look.first().click();
          await settled();
        }
        await press();
      }
      return [...asked];
    },
    async walk() {
      let stage = await run.getAttribute("data-stage");
      for (let presses = 0; presses < pressesMax; presses++) {
        if ((await page.locator(".finish").count()) > 0) {
          await onScreen("finish");
          return;
        }
        const look = page.locator("[data-look]");
        while ((await look.count()) > 0) {
          did("look");
          await look.first().click();
          await settled();
        }
        await press();
        const now = await run.getAttribute("data-stage");
        if (now !== stage) await onScreen(`stage ${now}`);
        stage = now;
      }
      throw new Error(`the letter is not final after ${pressesMax} presses: ${await page.locator("main").innerText()}`);
    },
  };
};
