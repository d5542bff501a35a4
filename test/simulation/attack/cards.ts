import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { clientsOf } from "../../e2e/support/server.ts";
import { visit } from "../../page/support/visit.ts";
import { wilson } from "../candidates/wilson.ts";
import { seededRandom } from "../hostile/random.ts";
import { type DrawnSentence, drawWorlds, readPools, type World } from "./draw.ts";
import { readTemplates } from "./templates.ts";
import { mayBeRead } from "./unread.ts";
import { WorldRun } from "./wire.ts";

const usage = `usage: cards make FOLDER [--count 200] [--seed N]   pictures of planted and honest cards in FOLDER/cards, and their key in FOLDER/key.tsv
       cards score FOLDER                      FOLDER/judged.tsv (card, verdict: true or false) against the key
`;

/** A card as it was pictured, with its truth. */
interface Card {
  readonly sentence: DrawnSentence;
  readonly world: string;
  readonly isLooked: boolean;
  /** The sentence and all words that it cites stand on the card, letter for letter. */
  readonly isWhole: boolean;
  /** Something that is to be compared stands in one of the texts alone, or is marked as new or looked at. */
  readonly isMarked: boolean;
  readonly png: Buffer;
}

/**
 * Cards of the page for somebody to judge who has no key: sentences of the half of the attack set that may be read, put forward over gRPC on
 * a whole server, each pictured as the page shows it beside its words. True where all cards that were asked for were made, or were judged.
 */
export const simulateCards = async ([what = "", folder = "", ...options]: readonly string[]): Promise<boolean> => {
  const given = new Map(
    options.flatMap((name, at) => (at % 2 === 0 ? [[name, Number(options[at + 1])] as const] : [])),
  );
  if (folder !== "" && what === "make")
    return make(resolve(folder), given.get("--count") ?? 200, given.get("--seed") ?? 1);
  if (folder !== "" && what === "score") return score(resolve(folder));
  process.stderr.write(usage);
  return false;
};

const make = async (folder: string, count: number, seed: number): Promise<boolean> => {
  if (!mayBeRead("even")) throw new Error("no half of the attack set may be read");
  mkdirSync(join(folder, "cards"), { recursive: true });
  const cards = { BAD: [] as Card[], HONEST: [] as Card[] };
  const isFull = (truth: keyof typeof cards): boolean => cards[truth].length >= count;
  const visited = await visit();
  const clients = clientsOf(visited.server.url);
  try {
    const drafts = 12 * readTemplates().length * 6;
    for (const world of drawWorlds(readTemplates(), readPools(), { half: "even", seed, drafts })) {
      if (isFull("BAD") && isFull("HONEST")) break;
      const wanted = sentencesOf(world).filter(({ seed: { truth } }) => !isFull(truth));
      const run = await WorldRun.open(clients, world);
      const drafted = await run.draft(wanted);
      const shown = drafted.filter(({ findings, item }) => findings.length === 0 && item.compareDigests.length > 0);
      const { page } = visited;
      await page.goto(`${visited.server.url}/run/${run.runId}`);
      for (const { sentence, item } of shown) {
        const { truth } = sentence.seed;
        if (isFull(truth)) continue;
        const card = page.locator(`[data-item="${item.itemId}"]`).filter({ has: page.locator("[data-compare]") });
        await card.locator("button[data-look]:enabled").waitFor();
        cards[truth].push({
          sentence,
          world: world.id,
          isLooked: item.looks.length > 0,
          isWhole: holds((await card.textContent()) ?? "", sentence, world),
          isMarked: (await card.locator(".compare mark, .compare-alone").count()) > 0,
          png: await card.screenshot({ animations: "disabled" }),
        });
      }
      process.stderr.write(`${world.id}: ${cards.BAD.length} planted, ${cards.HONEST.length} honest\n`);
    }
  } finally {
    clients.close();
    await visited.stop();
  }
  write(folder, [...cards.BAD, ...cards.HONEST], seed);
  for (const [truth, all] of Object.entries(cards)) {
    const share = (is: (card: Card) => boolean): string => `${all.filter(is).length} of ${all.length}`;
    console.log(
      `${truth.toLowerCase()}: the sentence and all its words stand on the card ${share(({ isWhole }) => isWhole)}; something is marked as standing on one side ${share(({ isMarked }) => isMarked)}; looked at ${share(({ isLooked }) => isLooked)}; seeds ${new Set(all.map(({ sentence }) => sentence.seed.id)).size}`,
    );
  }
  return isFull("BAD") && isFull("HONEST");
};

/** Every seed of a world once. */
const sentencesOf = ({ drafts }: World): DrawnSentence[] => [
  ...new Map(drafts.flatMap(({ sentences }) => sentences).map((one) => [one.seed.id, one])).values(),
];

const flat = (text: string): string => text.replaceAll(/\s+/gu, " ");

const holds = (shown: string, { seed, text }: DrawnSentence, { key }: World): boolean =>
  [
    text,
    ...key.filter(({ id, kind }) => seed.cites.includes(id) && kind !== "ABSENCE").map(({ words }) => words),
  ].every((words) => flat(shown).includes(flat(words)));

const header = "card\ttruth\tseed\tclass\tworld\tlooked\tsentence\twrong";

const write = (folder: string, cards: readonly Card[], seed: number): void => {
  const random = seededRandom(seed);
  const shuffled = cards.map((card) => ({ card, at: random.int(2 ** 31) })).toSorted((a, b) => a.at - b.at);
  const rows = shuffled.map(({ card: { sentence, world, isLooked, png } }, at) => {
    const name = String(at + 1).padStart(3, "0");
    writeFileSync(join(folder, "cards", `${name}.png`), png);
    const { id, truth, class: about, wrong } = sentence.seed;
    return [name, truth, id, about, world, isLooked ? "look" : "", sentence.text, wrong].join("\t");
  });
  writeFileSync(join(folder, "key.tsv"), `${[header, ...rows].join("\n")}\n`);
};

/** How many of the planted cards the judge called false (sensitivity), and how many of the honest ones (false alarms). */
const score = (folder: string): boolean => {
  const rows = (name: string): string[][] =>
    readFileSync(join(folder, name), "utf8")
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split("\t"));
  const judged = new Map(rows("judged.tsv").map(([card = "", verdict = ""]) => [card, verdict.trim()]));
  const key = rows("key.tsv").filter(([card = ""]) => ["true", "false"].includes(judged.get(card) ?? ""));
  const told = (name: string, some: readonly string[][]): string => {
    const called = some.filter(([card = ""]) => judged.get(card) === "false").length;
    const [low, high] = wilson(called, some.length);
    return `${name}: ${called} of ${some.length} called false (${Math.round(low * 100)}–${Math.round(high * 100)} %)`;
  };
  console.log(
    told(
      "planted",
      key.filter(([, truth]) => truth === "BAD"),
    ),
  );
  console.log(
    told(
      "honest",
      key.filter(([, truth]) => truth === "HONEST"),
    ),
  );
  const classes = [...new Set(key.map(([, , , about = ""]) => about))].toSorted();
  for (const about of classes)
    console.log(
      told(
        `  ${about}, planted`,
        key.filter(([, truth, , one]) => truth === "BAD" && one === about),
      ),
    );
  return key.length > 0;
};
