import { RunLifecycle } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { contextOf } from "../../../src/client/run-view.ts";
import { wantsOwnYes } from "../../../src/show/compare.ts";
import { type CliResult, cli } from "../../cli/support/cli.ts";
import type { TestServer } from "../../e2e/support/server.ts";
import type { SeededRandom } from "../hostile/random.ts";
import { filled, hasBlank, type Offered, offeredIn, plainScreen, rolesIn } from "./offered.ts";

/** A dossier that was imported, with what a person could say of it. */
export interface Ground {
  readonly name: string;
  readonly profileId: string;
  readonly day: string;
  /** The letter that is answered. */
  readonly letterId: string;
  readonly documentIds: readonly string[];
  readonly words: readonly string[];
}

/** How a walk ended. */
export interface WalkEnd {
  readonly end: "letter" | "missing" | "fault";
  /** What was missing, or what was wrong. */
  readonly why: string;
  /** Every command that was typed. */
  readonly path: readonly string[];
  /** The last screen. */
  readonly screen: string;
}

/** How a walk presses: at random first, then the next thing that is offered and was not tried. */
export interface Pace {
  readonly randomMax: number;
  readonly diligentMax: number;
}

/** What a press may do that changes nothing, on one screen, before it counts as a loop. */
const idleMax = 2;

/** How a screen says that something is missing. */
const saysMissing =
  /Er ontbreekt nog|De controle vond|staan in geen zin|is niet beantwoord|Still missing|The check found|stand in no sentence|is not answered/u;

class Fault extends Error {}

/** A walk of one person who presses what the screens offer. */
export class Walk {
  readonly #server: TestServer;
  readonly #ground: Ground;
  readonly #random: SeededRandom;
  readonly #lang: "nl" | "en";
  readonly #path: string[] = [];
  readonly #idle = new Map<string, number>();
  /** What was pressed on each screen. */
  readonly #tried = new Map<string, number>();
  #runId = "";
  #context!: RunContext;
  #shown = "";

  constructor(server: TestServer, ground: Ground, random: SeededRandom) {
    this.#server = server;
    this.#ground = ground;
    this.#random = random;
    this.#lang = random.chance(0.5) ? "nl" : "en";
  }

  async whole({ randomMax, diligentMax }: Pace): Promise<WalkEnd> {
    try {
      await this.#begin();
      const count = this.#random.int(randomMax + 1);
      for (let n = 0; n < count && !this.#isDone(); n++) await this.#pressAtRandom();
      for (let n = 0; n < diligentMax && !this.#isDone(); n++) {
        if (await this.#pressNext()) continue;
        return this.#stopped();
      }
      if (!this.#isDone()) throw new Fault(`no end after ${diligentMax} presses`);
      return this.#ended("letter", "");
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return this.#ended("fault", error.message);
    }
  }

  #ended(end: WalkEnd["end"], why: string): WalkEnd {
    return { end, why, path: this.#path, screen: this.#shown };
  }

  /** Nothing is left that was not tried: a sentence says what is missing. */
  #stopped(): WalkEnd {
    const missing = this.#context.missingInputs.map(({ description }) => description).filter(Boolean);
    if (missing.length === 0 || !saysMissing.test(this.#shown))
      throw new Fault(`nothing is left to press, and no sentence says what is missing`);
    return this.#ended("missing", missing.join(" | "));
  }

  async #begin(): Promise<void> {
    const { name, profileId, day, letterId } = this.#ground;
    const asked = ["run", "new", "--strand", name, "--locale", "nl", "--profile", profileId, "--on", day];
    await this.#must([...asked, ...(this.#random.chance(0.9) ? ["--answered", letterId] : [])]);
    const { runs } = await this.#server.orchestrator.listRuns({ pageSize: 1 });
    this.#runId = runs[0]?.runId ?? "";
    await this.#look();
  }

  #isDone(): boolean {
    return this.#context.lifecycle === RunLifecycle.FINALISED;
  }

  async #type(argv: readonly string[]): Promise<CliResult> {
    this.#path.push(argv.map((word) => (/\s/u.test(word) ? JSON.stringify(word) : word)).join(" "));
    const { url } = this.#server;
    return cli(argv, { env: { PINCITE_URL: url, PINCITE_LANG: this.#lang } });
  }

  async #must(argv: readonly string[]): Promise<string> {
    const { code, err, out } = await this.#type(argv);
    if (code !== 0) throw new Fault(`refused though offered (${code}): ${err}`);
    return out;
  }

  async #read(): Promise<void> {
    this.#context = contextOf((await this.#server.orchestrator.getRun({ runId: this.#runId })).runContext);
  }

  /** Shows where the run stands. */
  async #look(): Promise<void> {
    this.#shown = await this.#must(["run", "go", this.#runId]);
    await this.#read();
  }

  #offered(): Offered[] {
    return offeredIn(this.#shown).filter((one) => isPressed(one) && !one.includes("latest"));
  }

  /** Types a command, and judges what came of it. `isOffered`: it stood on the screen as it is typed, so it must be taken. */
  async #press(argv: readonly string[], isOffered: boolean): Promise<void> {
    const before = this.#context.version;
    const screen = plainScreen(this.#shown);
    const { code, err, out } = await this.#type(argv);
    await this.#read();
    if (code === 6 || /INTERNAL|\n\s+at /u.test(err)) throw new Fault(`a fault of the program: ${err}`);
    if (code !== 0) {
      if (isOffered) throw new Fault(`refused though offered (${code}): ${err}`);
      if (!/\p{L}{3,} \p{L}+ /u.test(err)) throw new Fault(`refused without words: ${err}`);
      if (this.#context.version !== before) throw new Fault(`refused, and half done all the same: ${err}`);
      return;
    }
    if (argv[1] === "go") this.#shown = out;
    else await this.#look();
    if (this.#context.version !== before) return;
    const key = `${screen} ${plainScreen(argv.join(" "))}`;
    const idle = (this.#idle.get(key) ?? 0) + 1;
    this.#idle.set(key, idle);
    if (isOffered && idle > idleMax && plainScreen(this.#shown) === screen && argv[1] === "go" && argv.length > 3)
      throw new Fault(`a loop: nothing changes, and the same is offered`);
  }

  async #pressAtRandom(): Promise<void> {
    const random = this.#random;
    const offered = this.#offered();
    if (offered.length === 0 || random.chance(0.12)) return this.#press(this.#wrong(), false);
    const chosen = random.chance(0.35) ? (this.#yes() ?? random.pick(offered)) : random.pick(offered);
    await this.#press(filled(chosen, this.#filling(), random), !hasBlank(chosen));
    // Who does not believe a screen presses again.
    if (!hasBlank(chosen) && random.chance(0.1) && !this.#isDone()) await this.#press(chosen, false);
  }

  #filling() {
    const { words, documentIds } = this.#ground;
    const roles = rolesIn(this.#shown);
    return { words, documentIds, roles: roles.length > 0 ? roles : ["derde"] };
  }

  /** A yes with a passage for each slot and every look named. */
  #yes(): Offered | undefined {
    const yes = this.#offered().find((one) => one[1] === "go" && /^(?:ja|yes)$/u.test(one[3] ?? ""));
    if (!yes) return undefined;
    const sign = yes[4] ?? "";
    const slots = yes.slice(5).filter((word) => /^(?:bewijsvraag|slot):\d+=…$/u.test(word));
    const seen = this.#context.items.filter((one) => one.decision === ItemDecision.UNSPECIFIED && wantsOwnYes(one, {}));
    const looks = seen.length === 0 ? [] : ["seen", ...seen.map(({ itemId }) => itemId)];
    return [...yes.slice(0, 4), sign, ...slots, ...looks];
  }

  /** Something that is not offered. */
  #wrong(): string[] {
    const random = this.#random;
    const sign = this.#context.version.replace(/^(\d+-[0-9a-f]{4}).*$/u, "$1");
    const item = random.chance(0.5) ? random.pick(this.#context.items)?.itemId : undefined;
    const go = ["run", "go", this.#runId];
    return [
      ...go,
      ...random.pick([
        ["misschien"],
        ["ja", "1-0000"],
        ["ja", sign, "seen", "sentence:99"],
        ["ja", sign, "no", item ?? "claim:99"],
        ["ja", sign, "Niemand=weet ik niet"],
        [sign, "claim:99=Iets anders."],
        [sign, "kind:1=geen soort"],
        ["slot:1=9"],
        ["1=misschien"],
        [sign, "words=go"],
        [sign, "all=reserved"],
        ["plaats=Utrecht"],
        [sign, `claim:${1 + random.int(4)}=${random.pick(this.#ground.words)}`],
      ]),
    ];
  }

  /** What was tried least on this screen; false where all was tried on one that says what is missing. */
  async #pressNext(): Promise<boolean> {
    const screen = plainScreen(this.#shown);
    const yes = this.#yes();
    const keyOf = (one: Offered) => `${screen} ${plainScreen(one.join(" "))}`;
    const triedOf = (one: Offered) => this.#tried.get(keyOf(one)) ?? 0;
    const all = [...(yes ? [yes] : []), ...this.#offered()];
    const next = all.toSorted((a, b) => triedOf(a) - triedOf(b) || rank(a) - rank(b))[0];
    if (!next || (triedOf(next) > 0 && saysMissing.test(this.#shown))) return false;
    this.#tried.set(keyOf(next), triedOf(next) + 1);
    await this.#press(filled(next, this.#filling(), this.#random), !hasBlank(next));
    return true;
  }
}

/** Commands that act on the run and need nothing from outside. */
const isPressed = (offered: Offered): boolean =>
  offered[0] === "run" && ["go", "rewind", "guide", "mend", "candidates", "dismiss"].includes(offered[1] ?? "");

/** What somebody tries first who wants to get on: what settles a finding, then a yes, then her own words, and going back last. */
const rank = (offered: Offered): number => {
  const words = offered.join(" ");
  if (offered[1] === "rewind") return 9;
  if (/words=go|woorden=weg|(?:alles|all)=/u.test(words)) return 0;
  if (offered[1] === "mend" && !hasBlank(offered)) return 1;
  if (/^(?:ja|yes)$/u.test(offered[3] ?? "")) return /nee|no/u.test(offered[5] ?? "") ? 6 : 2;
  if (/soort:|kind:|=\d[\d,]*: /u.test(words)) return 3;
  if (offered[1] === "candidates") return 8;
  return hasBlank(offered) ? 5 : 4;
};
