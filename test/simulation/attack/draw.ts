import { join } from "node:path";
import type { Party } from "../../support/cases/dossier.ts";
import type { Half } from "../../support/cases/halves.ts";
import { oneOf } from "../../support/cases/read-case.ts";
import { readTable } from "../../support/cases/table.ts";
import { type SeededRandom, seededRandom } from "../hostile/random.ts";
import { attacksFolder, type KeyRow, type PaperTemplate, type Seed, type Template } from "./templates.ts";
import { amountAt, dayOf, filled, kinds, longDay, ownValues, placesIn, type Values, type Variable } from "./values.ts";

/** A paper as it lies in a drawn dossier. */
export interface DrawnPaper {
  readonly file: string;
  readonly title: string;
  /** ISO 8601 date. */
  readonly day: string;
  /** Who wrote it: a name. */
  readonly author: string;
  /** As a memo calls it, such as `uw brief van 12 maart 2026`. */
  readonly named: string;
  readonly text: string;
  /** The file that is imported. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A sentence of a drawn draft, with its truth. */
export interface DrawnSentence {
  readonly seed: Seed;
  readonly text: string;
}

/** A draft: sentences in their order. */
export interface Draft {
  readonly id: string;
  readonly sentences: readonly DrawnSentence[];
}

/** A dossier with drawn values, and drafts over it. */
export interface World {
  readonly id: string;
  readonly template: Template;
  readonly parties: readonly Party[];
  readonly papers: readonly DrawnPaper[];
  readonly key: readonly KeyRow[];
  /** What each claim of the outline says, by the paper's file, `own`, `absence` or `request`. */
  readonly claims: ReadonlyMap<string, string>;
  readonly drafts: readonly Draft[];
}

/** What drawing takes from beside the dossiers. */
export interface Pools {
  readonly names: readonly { readonly kind: Variable["kind"]; readonly locale: string; readonly value: string }[];
  readonly frames: readonly { readonly for: Frame; readonly locale: string; readonly text: string }[];
}

const frameUses = ["ANY", "PAPER", "MAIL", "CLAIM", "CLAIM_OWN", "CLAIM_ABSENCE", "CLAIM_REQUEST"] as const;
type Frame = (typeof frameUses)[number];

/** Errors: `CaseError`. */
export const readPools = (folder: string = attacksFolder): Pools => ({
  names: readTable(join(folder, "names.tsv"), { needed: ["kind", "language", "value"] }).map((row) => ({
    kind: oneOf(row, "kind", kinds),
    locale: row.needed("language", "write nl or en"),
    value: row.needed("value", "write the name"),
  })),
  frames: readTable(join(folder, "frames.tsv"), { needed: ["for", "language", "text"] }).map((row) => ({
    for: oneOf(row, "for", frameUses),
    locale: row.needed("language", "write nl or en"),
    text: row.needed("text", "write the words"),
  })),
});

/** What is drawn. The same gives the same bytes. */
export interface Wanted {
  readonly half: Half;
  readonly seed: number;
  /** How many drafts. */
  readonly drafts: number;
}

const draftsPerWorld = 12;
/** Honest sentences of the same dossier that stand around the one that a draft is drawn for. */
const beside = 3;

/** Draws dossiers with drafts. Each seed of the half is drawn for as often as any other of its dossier. */
export function* drawWorlds(templates: readonly Template[], pools: Pools, wanted: Wanted): Generator<World> {
  const random = seededRandom(wanted.seed);
  const queues = new Map<Template, Seed[]>();
  for (let at = 0; at * draftsPerWorld < wanted.drafts; at++) {
    const template = templates[at % templates.length] as Template;
    const id = `${wanted.half}-${wanted.seed}-${at + 1}-${template.name}`;
    const count = Math.min(draftsPerWorld, wanted.drafts - at * draftsPerWorld);
    yield drawWorld(template, pools, random, { id, count, half: wanted.half }, queues);
  }
}

const drawWorld = (
  template: Template,
  pools: Pools,
  random: SeededRandom,
  { id, count, half }: { id: string; count: number; half: Half },
  queues: Map<Template, Seed[]>,
): World => {
  const { locale } = template;
  const values = drawValues(template, pools, random);
  const fill = (text: string): string => filled(text, values, locale);
  const papers = template.papers.map((paper) => drawnPaper(paper, fill));
  const mine = template.seeds.filter((seed) => seed.half === half);
  const honest = mine.filter(({ truth }) => truth === "HONEST");
  const next = (): Seed => {
    const queue = queues.get(template)?.length ? (queues.get(template) as Seed[]) : shuffled(mine, random);
    queues.set(template, queue);
    return queue.pop() as Seed;
  };
  const drafts = Array.from({ length: count }, (_, at): Draft => {
    const target = next();
    const others = shuffled(honest, random)
      .filter((seed) => seed !== target)
      .slice(0, beside);
    const sentences = shuffled([target, ...others], random).map((seed) => ({
      seed,
      text: [frameFor(seed, template, papers, pools, random), fill(seed.text)].filter(Boolean).join(" "),
    }));
    return { id: `${id}-${at + 1}`, sentences };
  });
  const said = (use: Frame, named = ""): string =>
    frames(pools, use, locale)[0]?.text.replace("{named}", () => named) ?? named;
  return {
    ...{ id, template, papers, drafts },
    parties: template.parties.map(({ names, ...party }) => ({ ...party, names: names.map(fill) })),
    key: template.key.map((row) => ({ ...row, words: fill(row.words) })),
    claims: new Map([
      ...papers.map(({ file, named }) => [file, said("CLAIM", named)] as const),
      ...(["own", "absence", "request"] as const).map(
        (what) => [what, said(`CLAIM_${what.toUpperCase()}` as Frame)] as const,
      ),
    ]),
  };
};

/** Other days, sums, numbers and names, by which nothing that was equal, earlier or larger becomes otherwise. */
export const drawValues = (template: Template, pools: Pools, random: SeededRandom): Values => {
  const own = ownValues(template.variables);
  for (;;) {
    const values = new Map(own);
    const days = random.int(661) - 330;
    const twentieths = 15 + random.int(26);
    for (const one of template.variables) {
      const value = drawnValue(one, { days, twentieths, random }) ?? drawnName(one, template, pools, values, random);
      values.set(one.name, { ...one, value });
    }
    if (equalPlaces(template, values) === equalPlaces(template, own)) return values;
  }
};

const drawnValue = (
  { kind, value }: Variable,
  { days, twentieths, random }: { days: number; twentieths: number; random: SeededRandom },
): string | undefined => {
  // Days move together and sums grow together, so that periods, orders and sums of sums stay true.
  if (kind === "DATE") return dayOf(value, days).toISOString().slice(0, 10);
  if (kind === "SUM") return String((Number(value) / 20) * twentieths);
  return kind === "NUMBER" ? String(Number(value) + random.int(3)) : undefined;
};

const drawnName = (
  { kind }: Variable,
  template: Template,
  { names }: Pools,
  values: Values,
  random: SeededRandom,
): string => {
  const taken = [...values.values()].map(({ value }) => value);
  const free = names.filter((one) => one.kind === kind && one.locale === template.locale && !taken.includes(one.value));
  return random.pick(free).value;
};

/** Which places of a dossier say the same number; a draw that makes two equal by chance would make a bad sentence true. */
export const equalPlaces = (template: Template, values: Values): string => {
  const amounts = spotsOf(template).map((spot) => [spot, amountAt(spot, values)] as const);
  return amounts
    .flatMap(([one, amount], at) =>
      amounts
        .slice(at + 1)
        .flatMap(([other, same]) => (amount !== undefined && amount === same ? `${one}=${other}` : [])),
    )
    .join();
};

const spotsOf = ({ papers, seeds }: Template): string[] =>
  [...new Set([...papers.map(({ body }) => body), ...seeds.map(({ text }) => text)].flatMap(placesIn))].toSorted();

/** What goes before the sentence; empty: nothing. */
const frameFor = (
  { cites, kind }: Seed,
  { key, locale }: Template,
  papers: readonly DrawnPaper[],
  pools: Pools,
  random: SeededRandom,
): string => {
  const file = key.find(({ id }) => id === cites[0])?.file;
  const paper = papers.find((one) => one.file === file);
  const uses: Frame[] =
    kind === "FACT" && paper ? ["ANY", "PAPER", ...(isMail(paper) ? (["MAIL"] as const) : [])] : ["ANY"];
  if (!random.chance(0.5)) return "";
  const { text } = random.pick(frames(pools, random.pick(uses), locale));
  return text
    .replace("{named}", () => paper?.named ?? "")
    .replace("{day}", () => longDay(paper?.day ?? "", locale))
    .replace("{sender}", () => paper?.author ?? "");
};

const frames = ({ frames }: Pools, use: Frame, locale: string) =>
  frames.filter((one) => one.for === use && one.locale === locale);

const isMail = ({ file }: { readonly file: string }): boolean => file.endsWith(".eml");

const drawnPaper = (paper: PaperTemplate, fill: (text: string) => string): DrawnPaper => {
  const { file, head, body } = paper;
  const said = (name: string): string => fill(head.get(name) ?? "");
  const [text, named] = [fill(body), said("Named")];
  const isoHead = (name: string, format: string): string => fill((head.get(name) ?? "").replace("}", `:${format}}`));
  if (!isMail(paper)) {
    const [title, day] = [said("Title"), isoHead("Day", "iso")];
    return {
      ...{ file, title, day, named, text, author: said("Author") },
      path: `${day} ${title}.txt`,
      bytes: Buffer.from(`${text}\n`),
    };
  }
  const lines = [
    ...[
      `From: ${said("From")}`,
      `To: ${said("To")}`,
      `Subject: ${said("Subject")}`,
      `Date: ${isoHead("Date", "mail")}`,
    ],
    ...[`Message-ID: <${isoHead("Date", "iso")}.${file}@attacks.example>`, "MIME-Version: 1.0"],
    ...["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", ...text.split("\n"), ""],
  ];
  const author = said("From").replace(/ <.*$/u, "");
  return {
    ...{ file, title: said("Subject"), day: isoHead("Date", "iso"), author, named, text },
    path: file,
    bytes: Buffer.from(lines.join("\r\n")),
  };
};

const shuffled = <T>(list: readonly T[], random: SeededRandom): T[] => {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at--) {
    const other = random.int(at + 1);
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
};
