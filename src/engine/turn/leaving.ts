import { create } from "@bufbuild/protobuf";
import type { EvidenceCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LawVocabulary } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import type { ToolContext } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import {
  type Leaving,
  LeavingSchema,
  type ToolRequestParams,
  ToolRequestSchema,
  ToolResultStatus,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { profileTexts } from "../../profile/profile-texts.ts";
import type { DecisionInput, Material } from "../../run/kernel.ts";
import { clientComposed } from "../../tool/client-composed.ts";
import { type Composed, compose, runBitsMax } from "../../tool/compose.ts";
import type { LeavingWords } from "../../tool/leaving-words.ts";
import { type Offer, offerOf } from "../../tool/offer.ts";
import { serviceOf } from "../../tool/service.ts";
import { allWordsIn } from "../../tool/words-in.ts";
import { wordsOfParams } from "../../tool/words-of-params.ts";
import type { Runs } from "../run/runs.ts";
import { callById } from "../tool/recorded-calls.ts";
import type { Turn } from "./turn.ts";

/** A request as it is recorded: composed where it leaves this installation, and what became of the model's words. */
export interface AsItLeaves {
  readonly params: ToolRequestParams;
  readonly leaving?: Leaving;
}

/** What a step may put into a request that leaves. */
type Offered = Pick<Turn, "runId" | "signal" | "contexts" | "persons" | "law" | "lawIds" | "vocabulary">;

/**
 * Makes a request of the model into what may leave. To a LawBot of this installation nothing leaves, and the request stays
 * as it is. A profile that names one of another machine, and every program that runs a tool as a client, gets only what is
 * offered; where that is nothing, or the run's bits are spent, the request is held as the model wrote it.
 */
export const asItLeaves = async (
  runs: Runs,
  turn: Offered,
  input: DecisionInput,
  { toolName, params }: { readonly toolName: string; readonly params: ToolRequestParams },
): Promise<AsItLeaves> => {
  const judge = await judgeOf(runs, turn, input, toolName);
  const composed = composedFor(runs, turn, input, toolName, params, judge);
  if (!composed) return { params };
  const { leftOut, bits, asked } = composed;
  const isSpent = bits > 0 && (await spentBits(runs, turn.runId)) + bits > runBitsMax;
  const held = composed.held ?? (isSpent ? "budget" : asked.length > 0 ? "words" : "");
  const leaving = create(LeavingSchema, {
    bits: held === "" ? bits : 0,
    leftOut: leftOut.slice(0, leftOutMax).map((one) => [...one].slice(0, leftOutCharsMax).join("")),
    held,
    vocabularyDigest: isPublished(toolName) ? (turn.vocabulary?.digest ?? "") : "",
  });
  // Of its words a person decides as they would leave.
  return { params: held === "" || held === "words" ? composed.params : params, leaving };
};

/** Only LawBot gets what LawBot published: a program that runs a tool is somebody else. */
const isPublished = (toolName: string): boolean => serviceOf(toolName) === "lawbot";

const leftOutMax = 200;
const leftOutCharsMax = 100;

const composedFor = (
  runs: Runs,
  turn: Offered,
  { material }: DecisionInput,
  toolName: string,
  params: ToolRequestParams,
  judge: Judge | undefined,
): Composed | undefined => {
  const offer = (published?: LawVocabulary): Offer =>
    offerOf({
      ...(published ? { published } : {}),
      persons: turn.persons,
      law: turn.law,
      profile: profileTexts(material.profile),
      ids: turn.lawIds,
      register: runs.register,
      people: peopleOf(material),
      ...(judge ? { judge } : {}),
    });
  const messageOfClient = runs.catalogue.paramsOf(toolName);
  if (params.params.case === "opaque") return messageOfClient && clientComposed(messageOfClient, params, offer());
  return isElsewhere(toolName, material) ? compose(params, offer(turn.vocabulary)) : undefined;
};

const isElsewhere = (toolName: string, { profile }: Material): boolean =>
  isPublished(toolName) && profile.remoteLawbot !== "";

type Judge = ReturnType<LeavingWords["of"]>;

/** How the words of the request that comes next are judged; undefined: none of them is asked about. */
const judgeOf = async (
  runs: Runs,
  { runId, signal, contexts }: Offered,
  { material, snapshot }: DecisionInput,
  toolName: string,
): Promise<Judge | undefined> => {
  const { leavingWords } = runs.parts;
  if (!leavingWords || !isElsewhere(toolName, material)) return undefined;
  return leavingWords.of({
    ...(await answeredWords(runs, runId)),
    ofHealth: await wordsOfHealth(runs, { strandId: snapshot.strandId, signal }, foundIn(material, contexts)),
  });
};

/** The words of this run's requests that waited for them, by what a person said. */
const answeredWords = async (runs: Runs, runId: string): Promise<{ allowed: Set<string>; denied: Set<string> }> => {
  const [allowed, denied] = [new Set<string>(), new Set<string>()];
  const { lists } = await runs.recorded.of(runId);
  for (const requestId of lists.requestsAfter(undefined, Number.MAX_SAFE_INTEGER, false)) {
    const { request, result } = (await callById(runs, requestId)).call;
    if (request.leaving?.held !== "words" || !result) continue;
    const answered = result.status === ToolResultStatus.REFUSED ? denied : allowed;
    for (const word of wordsOfParams(request.params)) answered.add(word);
  }
  return { allowed, denied };
};

/** What the run holds as evidence, and what this turn has found. */
const foundIn = ({ evidenceSet }: Material, contexts: readonly ToolContext[]): EvidenceCandidate[] => [
  ...(evidenceSet?.entries ?? []).flatMap(({ candidate }) => candidate ?? []),
  ...contexts.flatMap(({ output }) => (output.case === "search" ? output.value.candidates : [])),
];

/** Words of the run's papers that are marked as holding health data, or gone, which no other source of the run has. */
const wordsOfHealth = async (
  runs: Runs,
  scope: { readonly strandId: string; readonly signal: AbortSignal },
  found: readonly EvidenceCandidate[],
): Promise<Set<string>> => {
  const papers = [...new Set(found.map(({ evidenceId }) => evidenceId).filter((id) => id.startsWith("vault:")))];
  if (papers.length === 0) return new Set();
  const marked = new Set(await runs.parts.directory.withHealth(papers.toSorted(), scope).catch(() => papers));
  const wordsIn = (isMarked: boolean) =>
    found
      .filter(({ evidenceId }) => marked.has(evidenceId) === isMarked)
      .flatMap(({ title, snippet }) => allWordsIn(`${title} ${snippet}`));
  const others = new Set(wordsIn(false));
  return new Set(wordsIn(true).filter((word) => !others.has(word)));
};

/** Who is named as a party, and who wrote or was written to in what was found. */
const peopleOf = ({ intent, evidenceSet }: Material): string[] => [
  ...(intent?.parties.flatMap(({ names, addresses }) => [...names, ...addresses]) ?? []),
  ...(evidenceSet?.entries.flatMap(({ candidate }) => candidate?.participants ?? []) ?? []),
];

/** How far the requests of a run were added up. */
interface Sum {
  readonly last: string | undefined;
  readonly bits: number;
}

/** Requests are only ever added, so a sum is carried on from where it stood. */
const sums = new WeakMap<Runs, Map<string, Sum>>();
const sumsMax = 1_000;
const pageMax = 200;

/** Bits that left in this run so far; what a person looked at and let go is the person's. */
const spentBits = async (runs: Runs, runId: string): Promise<number> => {
  const known = sums.get(runs) ?? new Map<string, Sum>();
  sums.set(runs, known);
  let { last, bits } = known.get(runId) ?? { last: undefined, bits: 0 };
  for (;;) {
    const ids = (await runs.recorded.of(runId)).lists.requestsAfter(last, pageMax, false);
    for (const id of ids) bits += await bitsOf(runs, id);
    last = ids.at(-1) ?? last;
    if (ids.length < pageMax) break;
  }
  if (known.size >= sumsMax) known.clear();
  known.set(runId, { last, bits });
  return bits;
};

const bitsOf = async ({ recorded, reader }: Runs, requestId: string): Promise<number> => {
  const call = await recorded.call(requestId);
  return call?.request ? ((await reader.read(ToolRequestSchema, call.request)).leaving?.bits ?? 0) : 0;
};

/** Why a request of the model waits for a person, as the person reads it. */
export const heldBecause: Readonly<Record<string, string>> = {
  "nothing-left": "nothing of it may leave this installation unseen: its words are neither yours nor the law's.",
  id: "it names a document or chunk of law that LawBot did not give this run.",
  quote: "it quotes a text that LawBot did not give this run.",
  words: "some of its words may tell of somebody's health, or are yours and no words of law.",
  budget: "this run has let out as much as it may without a person looking.",
};
