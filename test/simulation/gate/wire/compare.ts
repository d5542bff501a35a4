import type { StandInServer } from "../../../e2e/support/stand-in.ts";
import { startStandIn } from "../../../e2e/support/stand-in.ts";
import type { BadSentence } from "../../../support/cases/bad-sentence.ts";
import { type Dossier, type SentenceKind, sentenceKinds } from "../../../support/cases/dossier.ts";
import { type Asked, ask } from "../measure.ts";
import { badSets, gateCases, trueSets } from "../sets.ts";
import { DossierRun, type Verdict } from "./dossier-run.ts";
import { toolsOver } from "./world.ts";

/** A sentence of which the engine said something else than the pure check. */
export interface Difference {
  readonly dossier: string;
  readonly id: string;
  readonly kind: string;
  readonly pure: string;
  readonly wire: string;
}

/** What a comparison came to. */
export interface Comparison {
  readonly sentences: number;
  readonly refused: number;
  readonly looked: number;
  readonly differences: readonly Difference[];
  /** Sentences that a remedy was applied to, and those that were refused after it though nothing was left to say. */
  readonly mended: number;
  readonly refusedAfter: readonly string[];
  /** What was said of the bad and of the honest sentences: by the check alone, and over gRPC. */
  readonly columns: { readonly alone: Column; readonly overWire: Column };
}

/** Counts of one of the two. */
export interface Column {
  /** Sentences with a token or a citation that is provably in no entry they cite, under all six kinds. */
  hard: number;
  /** Of those, what a look alone stops (a term that the author sets), and what passes without a word. */
  hardLooked: number;
  hardPassed: number;
  /** All other bad sentences, and those that are neither refused nor looked at. */
  other: number;
  otherPassed: number;
  honest: number;
  honestRefused: number;
  honestLooked: number;
}

const emptyColumn = (): Column => ({
  ...{ hard: 0, hardLooked: 0, hardPassed: 0, other: 0, otherPassed: 0 },
  ...{ honest: 0, honestRefused: 0, honestLooked: 0 },
});

/** That a kind must cite something says nothing about the words. */
const kindRule = 3;

const countIn = (column: Column, asked: Asked, { rules, looks }: Verdict): void => {
  const isRefused = rules.some((rule) => rule !== kindRule);
  if (!("class" in asked)) {
    column.honest += 1;
    column.honestRefused += Number(rules.length > 0);
    column.honestLooked += Number(rules.length === 0 && looks.length > 0);
  } else if ((asked as Asked & BadSentence).expect === "refused") {
    column.hard += 1;
    column.hardLooked += Number(!isRefused && looks.length > 0);
    column.hardPassed += Number(!isRefused && looks.length === 0);
  } else {
    column.other += 1;
    column.otherPassed += Number(!isRefused && looks.length === 0);
  }
};

const sumOf = (columns: readonly Column[]): Column => {
  const sum = emptyColumn();
  for (const column of columns) for (const name of Object.keys(sum) as (keyof Column)[]) sum[name] += column[name];
  return sum;
};

/** Sentences in one draft: their findings and looks fit one event. */
const perDraft = 25;

const mendedKind: SentenceKind = "FACT";

/** The sentences of one dossier, under the kinds they are tried as; undefined: its own. */
interface Batch {
  readonly dossier: Dossier;
  readonly sentences: readonly Asked[];
  readonly kind: SentenceKind | undefined;
}

/** Every sentence of the sets, honest ones as what they are, bad ones under all six kinds. `every`: one of so many. */
const batchesOf = (dossier: Dossier, seed: number, every: number): Batch[] => {
  const one = (sets: readonly { dossier: Dossier; sentences: readonly Asked[] }[]): readonly Asked[] =>
    sets.find((set) => set.dossier === dossier)?.sentences ?? [];
  const some = (sentences: readonly Asked[]) => sentences.filter((_, at) => at % every === 0);
  const drafts = (sentences: readonly Asked[], kind?: SentenceKind): Batch[] =>
    Array.from({ length: Math.ceil(sentences.length / perDraft) }, (_, at) => ({
      ...{ dossier, kind },
      sentences: sentences.slice(at * perDraft, (at + 1) * perDraft),
    }));
  const bad = some(one(badSets(seed, gateCases)));
  return [
    ...drafts(some(dossier.honest)),
    ...drafts(some(one(trueSets(seed, gateCases)))),
    ...sentenceKinds.flatMap((kind) => drafts(bad, kind)),
  ];
};

/**
 * Gives every sentence of the gate's sets to a real engine as the proposal of a stand-in model, over real gRPC, and to the
 * check alone: both must say the same of each.
 */
export const compareOverWire = async (
  seed: number,
  every: number,
  tell: (line: string) => void = () => {},
  among: readonly Dossier[] = gateCases.map(({ dossier }) => dossier),
): Promise<Comparison> => {
  const server = await startStandIn({ caseLaw: true, run: toolsOver(among) });
  try {
    const all: Comparison[] = [];
    for (const dossier of among) all.push(await compareDossier(server, dossier, seed, every, tell));
    return {
      sentences: all.reduce((sum, one) => sum + one.sentences, 0),
      refused: all.reduce((sum, one) => sum + one.refused, 0),
      looked: all.reduce((sum, one) => sum + one.looked, 0),
      differences: all.flatMap(({ differences }) => differences),
      mended: all.reduce((sum, one) => sum + one.mended, 0),
      refusedAfter: all.flatMap(({ refusedAfter }) => refusedAfter),
      columns: {
        alone: sumOf(all.map(({ columns }) => columns.alone)),
        overWire: sumOf(all.map(({ columns }) => columns.overWire)),
      },
    };
  } finally {
    await server.stop();
  }
};

const compareDossier = async (
  server: StandInServer,
  dossier: Dossier,
  seed: number,
  every: number,
  tell: (line: string) => void,
): Promise<Comparison> => {
  const run = await DossierRun.open(server, dossier);
  const differences: Difference[] = [];
  const refusedAfter: string[] = [];
  const columns = { alone: emptyColumn(), overWire: emptyColumn() };
  let [sentences, refused, looked, mended] = [0, 0, 0, 0];
  for (const batch of batchesOf(dossier, seed, every)) {
    const verdicts = await run.propose(batch.sentences, batch.kind);
    // What a remedy does is the same under every kind: one of them, and the honest ones, are mended.
    if (batch.kind === undefined || batch.kind === mendedKind) {
      const after = await run.mend();
      mended += after.mended;
      refusedAfter.push(...after.refused.map((id) => `${dossier.name} ${id} of ${batch.sentences[0]?.id}`));
    }
    const answers = ask(dossier, batch.sentences, batch.kind);
    answers.forEach((pure, at) => {
      const wire = verdicts[at] ?? { rules: [], looks: [] };
      sentences += 1;
      refused += wire.rules.length > 0 ? 1 : 0;
      looked += wire.rules.length === 0 && wire.looks.length > 0 ? 1 : 0;
      countIn(columns.alone, pure.asked, pure);
      countIn(columns.overWire, pure.asked, wire);
      const [one, other] = [told(pure), told(wire)];
      if (one !== other)
        differences.push({
          dossier: dossier.name,
          id: pure.asked.id,
          kind: batch.kind ?? pure.asked.kind,
          pure: one,
          wire: other,
        });
    });
  }
  tell(
    `${dossier.name}: ${sentences} asked, ${refused} refused, ${looked} looked at, ${differences.length} differ; ${mended} mended, ${refusedAfter.length} of them refused again`,
  );
  return { sentences, refused, looked, differences, mended, refusedAfter, columns };
};

const told = ({ rules, looks }: Verdict): string => `rules ${[...rules].sort()} looks ${[...looks].sort()}`;
