import { randomInt } from "node:crypto";
import { type Half, halves } from "../../support/cases/halves.ts";
import { RuleTally } from "./by-rule.ts";
import { commandTarget } from "./command.ts";
import { type Draft, drawWorlds, readPools, type World } from "./draw.ts";
import { stringsTarget } from "./strings.ts";
import { readTemplates, type Template } from "./templates.ts";
import { mayBeRead } from "./unread.ts";
import { count, type Tally, type Target, tables, type Verdict } from "./verdicts.ts";
import { type Drafted, pinciteTarget } from "./wire.ts";

/** Drafts of this seed are the same for everybody; as many others are drawn anew in each run. */
const publishedSeed = 1;

const usage = `usage: attack --target strings|command|pincite [--half even|odd] [--sample N] [--seed N] [--dossier NAME] [--show CLASS] [-- COMMAND ...]
  --half     one half of the seeds; default both, for pincite the half that may be read
  --sample   how many drafts of each half, half of them drawn anew; default 5000
  --seed     what the new ones are drawn from; default one by chance, which is printed
  --show     prints bad sentences of a class that pass, of a half that may be read
`;

/** What is asked on the command line; undefined: it cannot be read. */
export interface Asked {
  readonly target: "strings" | "command" | "pincite";
  readonly halves: readonly Half[];
  readonly drafts: number;
  readonly seed: number;
  readonly dossier: string;
  readonly show: string;
  readonly command: readonly string[];
}

const targets = ["strings", "command", "pincite"] as const;

/** `chance`: the seed where none is given. */
export const readAsked = (args: readonly string[], chance: number): Asked | undefined => {
  const cut = args.includes("--") ? args.indexOf("--") : args.length;
  const [own, command] = [args.slice(0, cut), args.slice(cut + 1)];
  const given = new Map<string, string>();
  for (let at = 0; at < own.length; at += 2) given.set(own[at] ?? "", own[at + 1] ?? "");
  const known = ["target", "half", "sample", "seed", "dossier", "show"].map((name) => `--${name}`);
  if ([...given].some(([name, value]) => !known.includes(name) || value === "")) return undefined;
  const target = targets.find((one) => one === given.get("--target"));
  const half = halves.find((one) => one === given.get("--half"));
  const [drafts, seed] = [Number(given.get("--sample") ?? 5000), Number(given.get("--seed") ?? chance)];
  if (!target || (given.has("--half") && !half) || !(drafts > 0) || !Number.isSafeInteger(drafts + seed))
    return undefined;
  if ((target === "command") !== command.length > 0) return undefined;
  const all = target === "pincite" ? halves.filter((one) => mayBeRead(one)) : halves;
  const [dossier, show] = [given.get("--dossier") ?? "", given.get("--show") ?? ""];
  return { target, halves: half ? [half] : all, drafts, seed, dossier, show, command };
};

/** Gives drawn drafts to a target and counts its verdicts. `see` is shown each draft with its verdicts. */
export const runAttack = async (
  target: Target,
  worlds: Iterable<World>,
  see: (draft: Draft, verdicts: readonly Verdict[]) => void = () => {},
): Promise<{ tally: Tally; drafts: number }> => {
  const tally: Tally = new Map();
  let drafts = 0;
  for (const world of worlds) {
    const judged = await target.judge(world);
    world.drafts.forEach((draft, at) => {
      const verdicts = judged[at] ?? [];
      for (const [nth, sentence] of draft.sentences.entries()) count(tally, sentence, verdicts[nth] ?? "refused");
      see(draft, verdicts);
    });
    drafts += world.drafts.length;
  }
  return { tally, drafts };
};

/** The drafts of a half: some of the published seed, and as many drawn anew. */
export function* worldsOf(templates: readonly Template[], half: Half, drafts: number, seed: number): Generator<World> {
  const pools = readPools();
  const published = Math.ceil(drafts / 2);
  yield* drawWorlds(templates, pools, { half, seed: publishedSeed, drafts: published });
  yield* drawWorlds(templates, pools, { half, seed, drafts: drafts - published });
}

/** Says on the way how many worlds were begun, since a whole half takes a quarter of an hour over gRPC. */
function* told(worlds: Iterable<World>, half: Half): Generator<World> {
  let begun = 0;
  for (const world of worlds) {
    begun += 1;
    if (begun % 50 === 0) process.stderr.write(`${half}: ${begun} dossiers drawn\n`);
    yield world;
  }
}

/** The set against a tool, from the command line. True where every draft was judged. */
export const simulateAttack = async (args: readonly string[]): Promise<boolean> => {
  const asked = readAsked(args, randomInt(2, 2 ** 31));
  const templates = readTemplates().filter(({ name }) => asked?.dossier === "" || name === asked?.dossier);
  if (!asked || templates.length === 0) {
    process.stderr.write(usage);
    return false;
  }
  let rules = new RuleTally();
  const target = await targetOf(asked, (drafted) => rules.see(drafted));
  try {
    for (const half of asked.halves) {
      rules = new RuleTally();
      const shown = new Set<string>();
      const { tally, drafts } = await runAttack(
        target,
        told(worldsOf(templates, half, asked.drafts, asked.seed), half),
        (draft, verdicts) => {
          if (asked.show !== "" && mayBeRead(half))
            for (const line of passedOf(draft, verdicts, asked.show)) shown.add(line);
        },
      );
      console.log(
        `${asked.target}, half ${half}: ${drafts} drafts, seeds ${publishedSeed} and ${asked.seed}\n\n${tables(tally)}\n`,
      );
      if (asked.target === "pincite") console.log(`${rules.table}\n`);
      for (const line of shown) console.log(line);
    }
  } finally {
    await target.stop();
  }
  return true;
};

const targetOf = ({ target, command }: Asked, see: (drafted: Drafted) => void): Target | Promise<Target> =>
  target === "pincite" ? pinciteTarget(see) : target === "command" ? commandTarget(command) : stringsTarget();

/** Bad sentences of a class that were neither refused nor looked at, as their seeds have them. */
const passedOf = ({ sentences }: Draft, verdicts: readonly Verdict[], name: string): string[] =>
  sentences.flatMap(({ seed }, at) =>
    seed.truth === "BAD" && seed.class === name && ["passed", "compared"].includes(verdicts[at] ?? "")
      ? [`  ${verdicts[at]} ${seed.id}: ${seed.text} (${seed.wrong})`]
      : [],
  );
