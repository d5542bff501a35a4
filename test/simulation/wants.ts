import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { DraftTextSchema, SentenceKind, type SentenceProposalSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { MessageSkeletonSchema, type SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { NextAction_Kind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { lettingGo } from "../../src/client/settle-draft.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type StandInServer, startStandIn } from "../e2e/support/stand-in.ts";
import { type SeededRandom, seededRandom } from "./hostile/random.ts";

/** What a campaign came to. `lost` must be empty. */
export interface WantsReport {
  drafts: number;
  /** Drafts in which every demand stands, and those of them that were finalised at once. */
  whole: number;
  wholeFinalised: number;
  /** Drafts in which something is gone, and those of them that a person finalised who named the words that went. */
  broken: number;
  letGo: number;
  /** Memos that were finalised without a word of a demand that nobody let go. */
  readonly lost: string[];
  readonly tricks: Map<string, number>;
}

const verbs = [
  "te betalen",
  "terug te boeken",
  "schriftelijk te bevestigen",
  "in te trekken",
  "te herstellen",
  "na te komen",
];
const things = [
  "het loon over mei",
  "de 21 uren",
  "mijn aanvraag",
  "uw brief",
  "de lekkage",
  "de toezegging van maart",
];
const sums = ["", "€ 452,00", "€ 1.250,50", "€ 80"];
const days = ["", "2026-01-15", "2026-03-01"];

const demandOf = (random: SeededRandom, n: number) => ({
  text: `Ik verzoek u ${random.pick(things)} alsnog ${random.pick(verbs)}, punt ${n + 1}`,
  sum: random.pick(sums),
  dueDate: random.pick(days),
});

type Trick = (texts: string[], random: SeededRandom) => string[];

const words = (text: string): string[] => text.split(" ");
const at = (texts: readonly string[], random: SeededRandom): number => random.int(texts.length);
const changed = (texts: readonly string[], random: SeededRandom, change: (text: string) => string): string[] => {
  const which = at(texts, random);
  return texts.map((text, n) => (n === which ? change(text) : text));
};

/** What the model does to the sentences of the claims. The first three harm nothing. */
const tricks: Readonly<Record<string, Trick>> = {
  nothing: (texts) => texts,
  capitals: (texts) => texts.map((text) => text.toUpperCase()),
  spaces: (texts) => texts.map((text) => text.replaceAll(" ", "  ")),
  drops: (texts, random) => texts.filter((_, n) => n !== random.int(texts.length)),
  empties: (texts, random) => changed(texts, random, () => "Ik verneem graag van u."),
  shortens: (texts, random) =>
    changed(texts, random, (text) =>
      words(text)
        .slice(0, Math.max(2, words(text).length - 1 - random.int(4)))
        .join(" "),
    ),
  rewords: (texts, random) =>
    changed(texts, random, (text) => {
      const all = words(text);
      const which = random.int(all.length);
      return all.map((word, n) => (n === which ? "iets" : word)).join(" ");
    }),
  negates: (texts, random) => changed(texts, random, (text) => text.replace("alsnog", "alsnog niet")),
  swaps: (texts, random) =>
    changed(texts, random, (text) => {
      const all = words(text);
      const which = random.int(all.length - 1);
      const [one = "", other = ""] = [all[which], all[which + 1]];
      return all.toSpliced(which, 2, other, one).join(" ");
    }),
  halves: (texts, random) => changed(texts, random, (text) => text.replace(/€ [\d.,]+/u, "een bedrag")),
  merges: (texts) => [texts.slice(0, 2).join(" en "), ...texts.slice(2)],
  "merges and cuts": (texts) => [
    texts
      .slice(0, 2)
      .map((text) => words(text).slice(0, 6).join(" "))
      .join(" en "),
    ...texts.slice(2),
  ],
};

/** The words of a text, by a rule of the campaign's own. */
const plain = (text: string): string =>
  ` ${text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ")} `;

const put = (proposal: NonNullable<MessageInitShape<typeof StageProposalSchema>["proposal"]>) =>
  create(StageProposalSchema, { proposal });

/** A run in DRAFT that has demands and a reservation. */
const begun = async (server: StandInServer, random: SeededRandom): Promise<RunDriver> => {
  const run = await RunDriver.create(server, "", "nl");
  const demands = Array.from({ length: 2 + random.int(3) }, (_, n) => demandOf(random, n));
  await run.propose(put({ case: "intentSeed", value: { goal: "Mijn recht halen.", demands } }), true);
  await run.advance();
  const claims = [{ text: "Ik behoud mij alle rechten voor.", claimKind: "reservation" }];
  await run.propose(put({ case: "skeleton", value: { sections: [{ title: "Voorbehoud", claims }] } }));
  while (run.context.state < S.DRAFT) {
    await run.confirmAll();
    await run.advance();
  }
  return run;
};

/** Writes the draft as the model has it, and returns what became of the run under a person who says yes to all that is shown. */
const drafted = async (server: StandInServer, run: RunDriver, trick: Trick, random: SeededRandom) => {
  const skeleton = await run.current("skeleton", MessageSkeletonSchema);
  const sections = (skeleton?.sections ?? []).map(({ sectionId, claims }) => {
    const texts = trick(
      claims.map(({ text }) => text),
      random,
    );
    return { sectionId, sentences: texts.map((text, n) => sentence(text, claims[n] ?? claims[0])) };
  });
  server.say = () => ({
    case: "final",
    value: {
      message: "Concept.",
      nextAction: "Finalize draft",
      proposal: { proposal: { case: "draftText", value: { title: "Brief", sections } } },
    },
  });
  const turn = await server.orchestrator
    .guide({ ...run.command(), userPrompt: "Schrijf." })
    // A draft without a sentence is refused before anybody sees it.
    .catch(() => undefined);
  await run.read();
  if (turn) await run.confirmAll({ settles: false });
};

const sentence = (text: string, claim: SkeletonClaim | undefined): MessageInitShape<typeof SentenceProposalSchema> => ({
  text: text === "" ? "…" : text,
  kind: SentenceKind.ARGUMENT,
  claimId: claim?.claimId ?? "",
  entryIds: [],
});

const mayEnd = ({ context }: RunDriver): boolean =>
  context.nextAction?.kind === NextAction_Kind.ADVANCE && context.nextAction.possible;

/** Demands of the finalised memo that stand in none of its sentences, by the campaign's own rule. */
const missing = async (run: RunDriver): Promise<string[]> => {
  const intent = await run.current("intent_seed", IntentSeedSchema);
  const draft = await run.current(
    run.context.current.some(({ role }) => role === "proposal") ? "proposal" : "draft_text",
    DraftTextSchema,
  );
  const said = (draft?.sections ?? []).flatMap(({ sentences }) => sentences.map(({ text }) => plain(text)));
  return (intent?.demands ?? [])
    .map(({ text }) => text)
    .filter((text) => !said.some((one) => one.includes(plain(text))));
};

/** Drafts by a stand-in model over gRPC: none is finalised without words that a person has not been shown and let go. */
export const runWants = async (drafts: number, seed: number): Promise<WantsReport> => {
  const random = seededRandom(seed);
  const server = await startStandIn();
  const report: WantsReport = { drafts, whole: 0, wholeFinalised: 0, broken: 0, letGo: 0, lost: [], tricks: new Map() };
  const names = Object.keys(tricks);
  try {
    for (let n = 0; n < drafts; n++) {
      const name = names[n % names.length] as string;
      const run = await begun(server, random);
      await drafted(server, run, tricks[name] as Trick, random);
      report.tricks.set(name, (report.tricks.get(name) ?? 0) + 1);
      const gone = await missing(run);
      if (gone.length === 0) report.whole++;
      else report.broken++;
      if (mayEnd(run)) {
        await run.advance();
        if (gone.length > 0) report.lost.push(`${name}: ${gone.join(" | ")}`);
        else report.wholeFinalised++;
        continue;
      }
      const letGo = lettingGo(run.context.missingInputs, await run.current("skeleton", MessageSkeletonSchema));
      if (letGo.length === 0) continue;
      await run.propose(put({ case: "draftText", value: { letGo } }));
      await run.confirmAll({ settles: false });
      if (!mayEnd(run)) continue;
      await run.advance();
      report.letGo++;
    }
  } finally {
    await server.stop();
  }
  return report;
};

/** The campaign as a command: `wants [drafts] [seed]`. */
export const simulateWants = async ([drafts = "500", seed = "29"]: string[]): Promise<boolean> => {
  const { lost, tricks: by, ...counts } = await runWants(Number(drafts), Number(seed));
  console.log(counts);
  console.log(Object.fromEntries(by));
  for (const one of lost) console.log(`LOST ${one}`);
  return lost.length === 0;
};
