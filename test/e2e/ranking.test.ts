import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CandidateRankingSchema, NotRanked } from "../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import { RunLifecycle, OrchestratorState as S, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { verifyProof } from "../../src/main.ts";
import { cli } from "../cli/support/cli.ts";
import { json, type Reply, type StandIn, standIn } from "../model/providers/stand-in.ts";
import { compareFolder } from "../simulation/proof-second/compare.ts";
import { newFolder } from "../support/new-folder.ts";
import { unpackedFile } from "../support/unpacked-file.ts";
import { refusalOf } from "./support/refusal.ts";
import { RunDriver } from "./support/run-driver.ts";
import { importFiles, type TestServer } from "./support/server.ts";
import { proposalFor, quote } from "./support/small-case.ts";
import { startSmallServer } from "./support/small-server.ts";

// Passages, a model that speaks chat completions and orders them, a person's choice, the end, and the proof: over gRPC.

const variables = ["PINCITE_RANK_PROVIDER", "PINCITE_RANK_MODEL", "PINCITE_RANK_URL"] as const;
const before = variables.map((name) => process.env[name]);

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("SKIPPED: proofs in a second language need python3, which is not here");

let model: StandIn;
let server: TestServer;
let run: RunDriver;
let docUid: string;
const folder = newFolder("ranking");
beforeAll(async () => {
  model = await standIn((response) => reversed(response));
  process.env.PINCITE_RANK_PROVIDER = "openai-compatible";
  process.env.PINCITE_RANK_MODEL = "stand-in-7b";
  process.env.PINCITE_RANK_URL = `${model.base.href}v1`;
  const small = await startSmallServer(join(folder, "data"));
  ({ server, docUid } = small);
  run = await (await RunDriver.create(server)).park(docUid, S.EVIDENCE_NEEDS, StagePhase.OPEN);
});
afterAll(async () => {
  await server?.stop();
  await model?.[Symbol.asyncDispose]();
  for (const [at, name] of variables.entries())
    if (before[at] === undefined) delete process.env[name];
    else process.env[name] = before[at];
});

const shown = (): string =>
  model.asked
    .at(-1)
    ?.body.messages.map(({ content }: { content: string }) => content)
    .join("\n") ?? "";

/** Answers with what is to be said of the one slot that was asked about, and its numbers. */
const answering =
  (said: (numbers: readonly number[]) => object): Reply =>
  (response) => {
    const [, nonce] = /"nonce": "([^"]+)"/u.exec(shown()) ?? [];
    const [, slotId] = /^Slot: (\S+)$/mu.exec(shown()) ?? [];
    const numbers = Array.from(shown().matchAll(/^Passage: (\d+)$/gmu), ([, number]) => Number(number));
    const content = JSON.stringify({ nonce, slots: [{ slotId, ...said(numbers) }] });
    return json({
      model: "stand-in-7b",
      choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
      usage: { prompt_tokens: 11, completion_tokens: 5 },
    })(response);
  };
const reversed = answering((numbers) => ({
  passages: numbers.toReversed().map((number) => ({ number, reason: "It says <b>so</b>, see https://evil.example." })),
}));

const rank = async () => {
  const { ranking } = await server.orchestrator.rankCandidates(run.command());
  await run.read();
  const { content } = await server.artifacts.getArtifact({ digest: ranking?.digest ?? "" });
  return fromBinary(CandidateRankingSchema, content);
};
const listed = async (ownOrder = false) => {
  const { slots } = await server.orchestrator.listCandidates({ runId: run.runId, ownOrder, limit: 20 });
  const slot = slots.find(({ candidates }) => candidates.length > 0);
  return { slot, quotes: slot?.candidates.map(({ locator }) => locator?.exactQuote) ?? [] };
};

describe("a model that orders passages, behind HTTP", () => {
  it("is named among what the server can do", async () => {
    const { candidateRanker } = await server.orchestrator.getCapabilities({});
    expect(candidateRanker).toMatchObject({ model: "openai-compatible/stand-in-7b", local: true });
  });

  it("is shown the claim and its passages, and turns the list round: nothing is chosen, bound or taken away", async () => {
    const own = await listed();
    expect(own.quotes[0]).toBe(quote);
    const { state, phase, missingInputs, items } = run.context;
    const ranking = await rank();
    expect(ranking.slots).toMatchObject([{ notRanked: NotRanked.UNSPECIFIED, model: "openai-compatible/stand-in-7b" }]);
    expect(shown()).toContain("Claim:\n  | The report was delivered on 3 March.");
    expect(shown()).toContain(`  | ${quote}`);
    const { slot, quotes } = await listed();
    expect(quotes).toEqual(own.quotes.toReversed());
    expect(slot?.candidates[0]?.rankedBy).toMatchObject({
      reason: "It says b so b , see https: evil. example.",
      ownPlace: own.quotes.length,
    });
    expect((await listed(true)).quotes).toEqual(own.quotes);
    expect(run.context).toMatchObject({ state, phase, choices: [], turnId: "" });
    expect([run.context.missingInputs, run.context.items]).toEqual([missingInputs, items]);
  });

  it("is told at the terminal, with its reasons as its words and the order without it", async () => {
    const env = { PINCITE_URL: server.url };
    const ranked = await cli(["run", "rank", run.runId], { env });
    expect(ranked).toMatchObject({ code: 0 });
    expect(ranked.out).toContain("Model openai-compatible/stand-in-7b: the passages of 1 slot ordered.");
    const slotId = (await listed()).slot?.slotId ?? "";
    const { out } = await cli(["run", "candidates", run.runId, slotId], { env });
    expect(out).toContain("In the order of the model openai-compatible/stand-in-7b. It binds nothing: you choose.");
    expect(out.replace(/\s+/gu, " ")).toContain(
      "According to the model openai-compatible/stand-in-7b: “It says b so b , see https: evil. example.”",
    );
    const aside = await cli(["run", "candidates", run.runId, slotId, "--unranked"], { env });
    expect(aside.out).toContain("In the order without the model.");
    expect(aside.out.indexOf(quote)).toBeLessThan(out.indexOf(quote));
    const chosen = await cli(["run", "choose", run.runId, slotId, "1", "--unranked"], { env });
    expect(chosen).toMatchObject({ code: 0 });
    await run.read();
    expect(run.context.choices).toMatchObject([{ slotId, holds: true }]);
  });

  it("says nothing in the proof, which holds with its events in the journal, by both readers", async () => {
    for (const state of [S.EVIDENCE_NEEDS, S.EVIDENCE_BINDING, S.SPAN_RESOLUTION, S.DRAFT]) {
      await run.propose(await proposalFor(state, { driver: run, docUid }), true);
      await run.confirmAll();
      await run.advance();
    }
    expect(run.context.lifecycle).toBe(RunLifecycle.FINALISED);
    const files = join(folder, "files");
    mkdirSync(files);
    for (const more of [[], ["--redact"]]) {
      const words = ["export", run.runId, "--format", "pincite", ...more, "-o", more.length > 0 ? "redacted" : "memo"];
      expect(await cli(words, { cwd: files, env: { PINCITE_URL: server.url } })).toMatchObject({ code: 0 });
    }
    for (const name of ["memo", "redacted"]) {
      const { checks } = await verifyProof(new Uint8Array(readFileSync(join(files, name))), undefined);
      expect(checks.filter(({ passed }) => !passed)).toEqual([]);
      expect(checks.map(({ detail }) => detail).join()).not.toContain("stand-in-7b");
    }
    // A whole proof carries what the run recorded; a redacted one nothing of what a model was shown or said.
    const saysReason = async (name: string): Promise<boolean> =>
      Buffer.from(await unpackedFile(readFileSync(join(files, name)))).includes("see https: evil. example");
    expect([await saysReason("memo"), await saysReason("redacted")]).toEqual([true, false]);
    if (!hasPython) return;
    const { agreed, disagreements } = await compareFolder(files);
    expect(disagreements).toEqual([]);
    expect(Object.fromEntries(agreed)).toEqual({ memo: "holds", redacted: "holds" });
  });

  it("is not there where nobody is named", async () => {
    for (const name of variables) delete process.env[name];
    const other = await startSmallServer();
    try {
      const bare = await (await RunDriver.create(other.server)).park(other.docUid, S.EVIDENCE_NEEDS, StagePhase.OPEN);
      const call = other.server.orchestrator.rankCandidates(bare.command());
      expect(await refusalOf(call)).toMatchObject({ reason: "UNSUPPORTED" });
      expect((await other.server.orchestrator.getCapabilities({})).candidateRanker).toBeUndefined();
    } finally {
      await other.server.stop();
    }
  });
});

describe("passages at the terminal", () => {
  it("are five, and twenty where all are asked for, each chosen by its number", async () => {
    const sentences = Array.from(
      { length: 22 },
      (_, at) => `The board spoke about report number ${at + 1} for a while.`,
    );
    await importFiles(server, [{ path: "agenda.txt", bytes: Buffer.from(sentences.join("\n\n")) }]);
    const many = await (await RunDriver.create(server)).park(docUid, S.EVIDENCE_NEEDS, StagePhase.OPEN);
    const slotId = many.context.slots[0]?.slotId ?? "";
    const env = { PINCITE_URL: server.url };
    const numbersIn = ({ out }: { readonly out: string }) =>
      Array.from(out.matchAll(/^ *(\d+) +“/gmu), ([, one]) => one);
    expect(numbersIn(await cli(["run", "candidates", many.runId, slotId], { env }))).toHaveLength(5);
    expect(numbersIn(await cli(["run", "candidates", many.runId, slotId, "--all"], { env }))).toHaveLength(20);
    expect(await cli(["run", "choose", many.runId, slotId, "20"], { env })).toMatchObject({ code: 0 });
    await many.read();
    expect(many.context.choices).toMatchObject([{ slotId, holds: true }]);
  });
});
