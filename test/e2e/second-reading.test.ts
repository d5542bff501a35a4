import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Principal_Kind } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { NotJudged } from "../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { RunLifecycle, OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { verifyProof } from "../../src/main.ts";
import { openReceiptKeys } from "../../src/receipt-keys.ts";
import { cli } from "../cli/support/cli.ts";
import { json, type StandIn, standIn } from "../model/providers/stand-in.ts";
import { type Forgery, putTogether, takenApart } from "../simulation/proof/forge.ts";
import { compareFolder } from "../simulation/proof-second/compare.ts";
import { newFolder } from "../support/new-folder.ts";
import { unpackedFile } from "../support/unpacked-file.ts";
import { refusalOf } from "./support/refusal.ts";
import { RunDriver } from "./support/run-driver.ts";
import type { TestServer } from "./support/server.ts";
import { proposalFor, quote } from "./support/small-case.ts";
import { startSmallServer } from "./support/small-server.ts";

// A draft, a second reader that speaks chat completions, its look, the item asked again, the end, and the proof: over gRPC.

const text = "The report was delivered on 3 March.";
const variables = ["PINCITE_JUDGE_PROVIDER", "PINCITE_JUDGE_MODEL", "PINCITE_JUDGE_URL"] as const;
const before = variables.map((name) => process.env[name]);

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("SKIPPED: proofs in a second language need python3, which is not here");

type Case = NonNullable<RunEvent["event"]["case"]>;
type Value<C extends Case> = Extract<RunEvent["event"], { case: C }>["value"];

/** Changes every event of a kind. */
const inEvent =
  <C extends Case>(name: C, change: (value: Value<C>, event: RunEvent) => void) =>
  ({ events }: Forgery): void => {
    for (const event of events) if (event.event.case === name) change(event.event.value as Value<C>, event);
  };

let reader: StandIn;
let server: TestServer;
let run: RunDriver;
const folder = newFolder("second-reading");
beforeAll(async () => {
  reader = await standIn((response) => answering("SAID")(response));
  process.env.PINCITE_JUDGE_PROVIDER = "openai-compatible";
  process.env.PINCITE_JUDGE_MODEL = "stand-in-7b";
  process.env.PINCITE_JUDGE_URL = `${reader.base.href}v1`;
  const small = await startSmallServer(join(folder, "data"));
  server = small.server;
  run = await drafted(small.docUid);
});
afterAll(async () => {
  await server?.stop();
  await reader?.[Symbol.asyncDispose]();
  for (const [at, name] of variables.entries())
    if (before[at] === undefined) delete process.env[name];
    else process.env[name] = before[at];
});

/** A run with one sentence of its own words, everything confirmed. */
const drafted = async (docUid: string): Promise<RunDriver> => {
  const made = await RunDriver.create(server);
  await made.pin(`vault:${docUid}`);
  for (const state of [S.INTENT_SEED, S.SKELETON, S.EVIDENCE_NEEDS, S.EVIDENCE_BINDING, S.SPAN_RESOLUTION]) {
    await made.propose(await proposalFor(state, { driver: made, docUid }), true);
    await made.confirmAll();
    await made.advance();
  }
  const proposal = (await proposalFor(S.DRAFT, { driver: made, docUid })).proposal;
  const [section] = proposal.case === "draftText" ? proposal.value.sections : [];
  const { claimId = "", entryIds = [] } = section?.sentences[0] ?? {};
  const sentences = [
    { text, kind: SentenceKind.FACT, claimId, entryIds },
    { text: `In the document (minutes) it says: “${quote}”`, kind: SentenceKind.FACT, claimId, entryIds },
  ];
  const value = { title: "Memo", sections: [{ sectionId: section?.sectionId ?? "", sentences }] };
  await made.propose(create(StageProposalSchema, { proposal: { case: "draftText", value } }), true);
  await made.confirmAll();
  return made;
};

/** Answers as the prompt asks: of the words `on 3 March` in the sentence this verdict, beside `3 March` of the excerpt. */
const answering =
  (verdict: string, wrong: object = {}): StandIn["reply"] =>
  (response) => {
    const [system, user] = reader.asked.at(-1)?.body.messages ?? [];
    const nonce = /"nonce": "([^"]+)"/.exec(system.content)?.[1];
    const sentenceId = /^Sentence: (\S+)$/m.exec(user.content)?.[1];
    const entryId = /^Excerpt: (\S+)$/m.exec(user.content)?.[1];
    const [start, end] = [text.indexOf("on 3 March"), text.indexOf(".")];
    const words = { entryId, excerptStartChar: 3, excerptEndChar: 10 };
    const atom = { startChar: start, endChar: end, verdict: `SENTENCE_VERDICT_${verdict}`, ...words, ...wrong };
    const content = JSON.stringify({ nonce, sentences: [{ sentenceId, atoms: [atom] }] });
    return json({
      model: "stand-in-7b",
      choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
      usage: { prompt_tokens: 11, completion_tokens: 5 },
    })(response);
  };

const judge = async () => {
  const answer = await server.orchestrator.judgeDraft(run.command());
  await run.read();
  return answer;
};
const [CONFIRM, OPEN] = [ItemDecision.CONFIRM, ItemDecision.UNSPECIFIED];
const decisions = () => run.context.items.map(({ decision }) => decision);

describe("a second reader behind HTTP", () => {
  it("is named among what the server can do", async () => {
    const { secondReader } = await server.orchestrator.getCapabilities({});
    expect(secondReader).toMatchObject({ model: "openai-compatible/stand-in-7b", local: true });
  });

  it("is shown the one sentence of own words with its excerpt, and changes nothing where it finds it said", async () => {
    expect(decisions()).toEqual([CONFIRM, CONFIRM]);
    const { judgement } = await judge();
    expect(judgement?.sentences).toMatchObject([{ notJudged: NotJudged.UNSPECIFIED, atoms: [{ excerptEndChar: 10 }] }]);
    const { body } = reader.asked.at(-1) ?? { body: {} };
    expect(body.model).toBe("stand-in-7b");
    expect(body.messages[1].content).toContain(`  | ${text}`);
    expect(body.messages[1].content).toContain(`  | ${quote}`);
    expect(decisions()).toEqual([CONFIRM, CONFIRM]);
  });

  it("raises a look that the run shows, and the confirmed sentence is asked again", async () => {
    reader.reply = answering("OTHERWISE");
    const shown = run.decisions().proposalDigest;
    await judge();
    expect(decisions()).toEqual([OPEN, CONFIRM]);
    expect(run.context.items[0]?.looks).toMatchObject([
      { code: LookCode.SECOND_READER_SAID_OTHERWISE, startChar: 25, endChar: 35, spanStartChar: 3, spanEndChar: 10 },
    ]);
    expect(run.decisions().proposalDigest).toBe(shown);
    expect(await refusalOf(server.orchestrator.advance(run.command()))).toMatchObject({ reason: "MISSING_INPUTS" });
    const item = run.context.items[0];
    const items = [{ itemId: item?.itemId ?? "", decision: CONFIRM, shownDigests: item?.compareDigests ?? [] }];
    const bare = server.orchestrator.confirm({ ...run.command(), ...run.decisions(), items });
    expect(await refusalOf(bare)).toMatchObject({ reason: "LOOKS_NOT_NAMED" });
  });

  it("is told at the terminal, with the two texts beside one another", async () => {
    const env = { PINCITE_URL: server.url };
    const judged = await cli(["run", "judge", run.runId], { env });
    expect(judged).toMatchObject({ code: 0 });
    expect(judged.out).toContain("Second reader openai-compatible/stand-in-7b: 1 sentence judged, 1 part doubted.");
    expect(judged.out).toContain("March”, beside “3 March”");
    await run.read();
  });

  it("is in the proof as heard, by name, once the look is named and the memo is finalised", async () => {
    await run.confirmAll();
    await run.advance();
    expect(run.context.lifecycle).toBe(RunLifecycle.FINALISED);
    const words = ["export", run.runId, "--format", "pincite", "-o", "memo.pincite"];
    expect(await cli(words, { cwd: folder, env: { PINCITE_URL: server.url } })).toMatchObject({ code: 0 });
    const { checks } = await verifyProof(new Uint8Array(readFileSync(join(folder, "memo.pincite"))), undefined);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    const said = checks.map(({ detail }) => detail).join("\n");
    expect(said).toContain(
      "Heard as second readers, which approve nothing: openai-compatible/stand-in-7b (1 sentences judged, 0 not, 0 doubts)",
    );
    expect(said).toContain("openai-compatible/stand-in-7b (1 sentences judged, 0 not, 1 doubts)");
    expect(said).not.toMatch(/approved by|read by/);
  });

  it.skipIf(!hasPython)("is checked by the second language too", async () => {
    const files = join(folder, "files");
    mkdirSync(files);
    writeFileSync(join(files, "memo"), readFileSync(join(folder, "memo.pincite")));
    const words = ["export", run.runId, "--format", "pincite", "--redact", "-o", "files/redacted"];
    expect(await cli(words, { cwd: folder, env: { PINCITE_URL: server.url } })).toMatchObject({ code: 0 });
    const agreed = new Map([
      ["memo", "holds"],
      ["redacted", "holds"],
    ]);
    expect(await compareFolder(files)).toEqual({ agreed, disagreements: [] });
    const { checks } = await verifyProof(new Uint8Array(readFileSync(join(files, "redacted"))), undefined);
    expect(checks.map(({ detail }) => detail).join("\n")).toContain(
      "openai-compatible/stand-in-7b (1 sentences judged",
    );
  });

  const lies: Record<string, (forgery: Forgery) => unknown> = {
    "a person in its place": inEvent("draftJudged", (_, event) => {
      if (event.actor) event.actor.kind = Principal_Kind.USER;
    }),
    "another model in its place": inEvent("draftJudged", (_, event) => {
      if (event.actor) event.actor.name = event.actor.name.replace("7b", "8b");
    }),
    "fewer doubts": inEvent("draftJudged", (value) => {
      value.doubtCount = 0;
    }),
    "a look that did not come": inEvent("proposalRecorded", (value) => {
      for (const item of value.items) item.looks = [];
    }),
    "a look that nobody named": inEvent("itemsDecided", (value) => {
      for (const item of value.items) item.lookFingerprints = [];
    }),
  };
  it.skipIf(!hasPython)("is held to what the rules allow by both, also where somebody with the key lies", async () => {
    const honest = await unpackedFile(readFileSync(join(folder, "memo.pincite")));
    const key = openReceiptKeys(join(folder, "data"), new Date().toISOString()).signer;
    const files = join(folder, "lies");
    mkdirSync(files);
    for (const [name, tell] of Object.entries(lies)) {
      const forgery = takenApart(honest);
      tell(forgery);
      writeFileSync(join(files, name), putTogether(forgery, honest, key));
    }
    const { agreed, disagreements } = await compareFolder(files);
    expect(disagreements).toEqual([]);
    expect(Object.fromEntries(agreed)).toEqual(
      Object.fromEntries(Object.keys(lies).map((name) => [name, "CONFIRMATIONS"])),
    );
  });

  it("is not there where nobody is named", async () => {
    for (const name of variables) delete process.env[name];
    const other = await startSmallServer();
    try {
      const bare = await RunDriver.create(other.server);
      await bare.park(other.docUid, S.DRAFT, 2);
      expect(await refusalOf(other.server.orchestrator.judgeDraft(bare.command()))).toMatchObject({
        reason: "UNSUPPORTED",
      });
      expect((await other.server.orchestrator.getCapabilities({})).secondReader).toBeUndefined();
    } finally {
      await other.server.stop();
    }
  });
});
