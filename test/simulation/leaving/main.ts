import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import {
  type ToolRequestParams,
  ToolRequestParamsSchema,
  ToolRequestSchema,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { profileTexts } from "../../../src/profile/profile-texts.ts";
import { shippedNames } from "../../../src/shipped-names.ts";
import { type Composed, compose } from "../../../src/tool/compose.ts";
import { paramsMessage } from "../../../src/tool/define-tool.ts";
import { type Offer, offerOf, type Published } from "../../../src/tool/offer.ts";
import { serviceOf } from "../../../src/tool/service.ts";
import { allTools } from "../../../src/tool/tools.ts";
import { createToolExecutor } from "../../../src/upstream/executor.ts";
import { Attacker, randomOf } from "./attacker.ts";
import { Judge, valuesIn } from "./judge.ts";

/** What a campaign found. */
export interface LeavingReport {
  readonly proposals: number;
  /** Proposals of which something was sent, and those that wait for a person in both runs. */
  readonly sent: number;
  readonly held: number;
  /** Proposals where one of the two secrets waits and the other leaves: the choice is one bit, which a person sees. */
  readonly heldInOne: number;
  readonly leaks: readonly string[];
  /** Most that left of one proposal by the judge's count, beside what the program counted for it. */
  readonly mostBits: { readonly judged: number; readonly counted: number };
  /** Proposals for which the program counted fewer bits than the judge. */
  readonly undercounted: number;
}

/** Makes a request of what the model wrote. */
export type Compose = (params: ToolRequestParams, offer: Offer) => Composed;

const lawTools = allTools.filter(({ spec }) => serviceOf(spec.name) === "lawbot");
const referenceDate = "2025-12-09";
const article =
  "De werkgever en de werknemer zijn verplicht zich als een goed werkgever en een goed werknemer te gedragen.";
const goal = "Mijn werkgever trekt de thuiswerkdag in; ik wil mij op goed werkgeverschap beroepen.";
const ids = ["BWBR0005290@2012-10-01", "BWBR0005290@2012-10-01#1:7", "BWBR0011823@2020-01-01", "ECLI:NL:HR:2020:16"];

const [profile = create(WorkflowProfileSchema)] = builtinProfiles();
/** Every text of the profile, as the judge finds them by itself. */
const ofProfile = valuesIn(profile).map(({ value }) => String(value));

/** The judge cuts words in its own way, and so knows of some more or fewer than the program. */
const cutOtherwise = 1.05;

/** Secrets of one shape: as many words, each as long, of letters that are drawn. Neither is anybody's. */
const secretOf = (random: () => number): string =>
  [8, 6, 9, 4, 11, 5, 7, 8]
    .map((length) => Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join(""))
    .join(" ");

/** Runs each turn twice, with two secrets, and lets the judge compare what LawBot heard. */
export const runLeaving = async (
  proposals: number,
  seed: number,
  make: Compose = compose,
  published?: Published,
): Promise<LeavingReport> => {
  const register = shippedNames();
  const sources = { persons: [goal], law: [article], profile: profileTexts(profile), ids, register };
  const offer = offerOf({ ...sources, ...(published ? { published } : {}) });
  const lawNames = register.laws.flatMap(({ short, long, names }) => [short, long, ...names]);
  const known = { texts: [goal, ...ofProfile], law: [article], ids, day: referenceDate, lawNames };
  const judge = new Judge({ ...known, ...(published ? { published: published.words } : {}) });
  const handy = {
    ids,
    words: [
      ...["goed", "thuiswerkdag", "verplicht", "werkgever", "werknemer", "gedragen"],
      ...(published?.words.slice(0, 250) ?? []),
    ],
    quotes: [article],
  };
  const random = randomOf(seed);
  let attackers: Attacker[] = [];
  const leaks: string[] = [];
  let [sent, held, heldInOne, undercounted] = [0, 0, 0, 0];
  let mostBits = { judged: 0, counted: 0 };
  for (let n = 0; n < proposals; n += 1) {
    if (n % 20 === 0) attackers = [secretOf(random), secretOf(random)].map((secret) => new Attacker(secret, handy));
    const tool = lawTools[Math.floor(random() * lawTools.length)]!;
    const turn = Math.floor(random() * 2 ** 31);
    const made = attackers.map((attacker) => {
      const value = attacker.fill(paramsMessage(tool.member), randomOf(turn));
      const params = { case: tool.member, value } as MessageInitShape<typeof ToolRequestParamsSchema>["params"];
      return make(create(ToolRequestParamsSchema, { params } as never), offer);
    });
    const waiting = made.filter((each) => each.held !== undefined).length;
    if (waiting > 0) {
      if (waiting === 2) held += 1;
      else heldInOne += 1;
      continue;
    }
    const heard = [];
    for (const { params } of made) heard.push(await heardOf(tool.spec.name, params));
    sent += 1;
    for (const leak of judge.leaks(heard[0]!, heard[1]!)) leaks.push(`${tool.spec.name}, proposal ${n}: ${leak}`);
    for (const [at, { bits }] of made.entries()) {
      const judged = judge.bits(heard[at]!);
      if (judged > bits * cutOtherwise) undercounted += 1;
      if (judged > mostBits.judged) mostBits = { judged, counted: bits };
    }
  }
  return { proposals, sent, held, heldInOne, leaks, mostBits, undercounted };
};

/** What a LawBot hears of a request, over the adapter that the product uses. */
const heardOf = async (toolName: string, params: ToolRequestParams): Promise<unknown[]> => {
  const heard: unknown[] = [];
  const unary = (_method: unknown, _signal: unknown, _timeout: unknown, _header: unknown, input: unknown) => {
    heard.push(input);
    return Promise.reject(new ConnectError("away", Code.Unavailable));
  };
  const lawbot = { unary, stream: unary } as unknown as Transport;
  const request = create(ToolRequestSchema, { id: "toolreq:1", toolName, params });
  const run = { request, strandId: "strand", referenceDate, signal: new AbortController().signal };
  await createToolExecutor({ lawbot }).run(run);
  return heard;
};

/** Words of laws as a LawBot publishes them: made up, since their number and not their sense is what counts. */
export const publishedWords = (count = 20_000): Published => ({
  words: Array.from(
    { length: count },
    (_, at) => `wet${[...String(at)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`,
  ),
});

/** `npm run campaign -- leaving [proposals] [seed]`: once without the words that LawBot publishes, once with them. */
export const simulateLeaving = async ([proposals = "10000", seed = "1"]: string[]): Promise<boolean> => {
  let isFine = true;
  for (const published of [undefined, publishedWords()]) {
    const report = await runLeaving(Number(proposals), Number(seed), compose, published);
    const { leaks, ...counts } = report;
    console.log(
      JSON.stringify({ seed: Number(seed), published: published !== undefined, ...counts, leaks: leaks.length }),
    );
    for (const leak of leaks.slice(0, 20)) console.log(leak);
    isFine &&= leaks.length === 0 && report.undercounted === 0 && report.sent > 0;
  }
  return isFine;
};
