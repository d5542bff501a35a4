import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PinRole } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer as A } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { changeReading, type ReadingChange } from "../../src/client/change-reading.ts";
import { type Connection, openConnection } from "../../src/client/connection.ts";
import { exportMemo, exportProof } from "../../src/client/memo-export.ts";
import { contextOf, loadRunView } from "../../src/client/run-view.ts";
import { proposedCuts } from "../../src/grounding/letter-pieces.ts";
import { replayFolder, verifyProof } from "../../src/main.ts";
import { cli } from "../cli/support/cli.ts";
import { chooseLeft } from "../support/choose-left.ts";
import { newFolder } from "../support/new-folder.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "./support/server.ts";

const half = "Op 4 augustus 2026 heeft u nog gebruik gemaakt van de club";
const rest = "waaruit blijkt dat u uw lidmaatschap wilde voortzetten.";
const handed = "Sportief Zwolle heeft haar vordering op u aan ons uit handen gegeven.";
const threat = "Blijft betaling uit, dan volgt dagvaarding.";
const right = "Op 10 juni 2026 hebt u ons een e-mail gestuurd.";
const own = "Dat u namens Sportief Zwolle schrijft, neem ik aan. Dat ik haar iets schuldig ben, betwist ik.";

const mail = (date: string, from: string, to: string, subject: string, text: string): Uint8Array =>
  new TextEncoder().encode(
    [
      `From: ${from}`,
      `To: ${to}`,
      `Date: ${date}`,
      `Subject: ${subject}`,
      `Message-ID: <${subject.replaceAll(/\W/gu, "")}@zwolle.example>`,
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "",
      text,
    ].join("\r\n"),
  );
const office = "Piet Verzonnen <piet@incasso.example>";
const member = "Zara Zandstra <zara@thuis.example>";
const letter = `Geachte mevrouw Zandstra,\n\n${handed} ${half}, ${rest} ${right} ${threat}\n\nHoogachtend,\nPiet Verzonnen`;

const folder = newFolder("half-true");
let server: TestServer;
let connection: Connection;
let docUid: string;
beforeAll(async () => {
  server = await startTestServer(folder);
  connection = openConnection(server.url);
  const [imported] = await importFiles(server, [
    { path: "brief.eml", bytes: mail("Mon, 23 Nov 2026 10:00:00 +0100", office, member, "Vordering", letter) },
  ]);
  docUid = imported?.docUid ?? "";
});
afterAll(async () => {
  connection?.close();
  await server?.stop();
});

/** A reply to the letter, with the letter taken apart and its outline to be made. */
const answering = async (): Promise<RunDriver> => {
  const profileId = "reply-to-debt-collector";
  const { runContext } = await server.orchestrator.createRun({ idempotencyKey: key(), profileId, locale: "nl" });
  if (!runContext) throw new Error("a run without a context");
  const run = new RunDriver(server, runContext);
  await server.orchestrator.pinEvidence({ ...run.command(), evidenceId: `vault:${docUid}`, role: PinRole.ANSWERED });
  await run.read();
  await server.orchestrator.guide(run.command());
  await run.read();
  await run.confirmAll();
  await run.advance();
  return run;
};

const viewOf = (run: RunDriver) => loadRunView(connection, run.context);
const change = async (run: RunDriver, wanted: ReadingChange) => {
  await changeReading(server.orchestrator, key, await viewOf(run), wanted);
  return run.read();
};
const partsOf = async (run: RunDriver): Promise<(readonly [string, string])[]> =>
  ((await viewOf(run)).letterReading?.assertions ?? []).map(({ partId, span }) => [partId, span?.excerpt ?? ""]);
const idOf = async (run: RunDriver, words: string): Promise<string> =>
  (await partsOf(run)).find(([, excerpt]) => excerpt === words)?.[0] ?? "";
const answer = (run: RunDriver, answers: readonly { assertionId: string; answer: A; why?: string }[]) =>
  run.propose(create(StageProposalSchema, { proposal: { case: "skeleton", value: { answers: [...answers] } } }));
/** The change that takes the sentence in two where the program proposes it. */
const cutOf = async (run: RunDriver): Promise<ReadingChange> => ({
  partId: await idOf(run, `${half}, ${rest}`),
  cuts: proposedCuts(`${half}, ${rest}`),
});

const inTwo = async (run: RunDriver): Promise<RunDriver> => {
  await change(run, await cutOf(run));
  return run;
};

it("takes an assertion in two, each half cut out of its own place, and keeps the other answers", async () => {
  const run = await answering();
  const before = await partsOf(run);
  const id = await idOf(run, `${half}, ${rest}`);
  await answer(run, [
    { assertionId: id, answer: A.RIGHT },
    { assertionId: await idOf(run, right), answer: A.RIGHT },
  ]);
  await change(run, await cutOf(run));
  expect(run.context.state).toBe(OrchestratorState.SKELETON);
  const after = await partsOf(run);
  expect(after.map(([, words]) => words)).toEqual([handed, half, rest, right, threat]);
  expect(before.filter((part) => part[0] !== id)).toEqual(
    after.filter(([, words]) => words !== half && words !== rest),
  );
  const { letterReading, answeredText, skeleton } = await viewOf(run);
  const chars = [...(answeredText?.passages ?? []).map(({ text }) => text).join("")];
  for (const { span } of letterReading?.assertions ?? [])
    expect(chars.slice(span?.startChar, span?.endChar).join("")).toBe(span?.excerpt);
  const claims = (skeleton?.sections ?? []).flatMap((section) => section.claims.map(({ text }) => text));
  expect(claims.filter((text) => text.includes("augustus"))).toEqual([]);
  expect(claims.filter((text) => text.includes(right))).toHaveLength(1);
});

it("makes one of it again, and takes it in two again in a run that is a fork of the other", async () => {
  const run = await inTwo(await answering());
  await change(run, { partId: await idOf(run, rest), isWhole: true });
  expect((await partsOf(run)).map(([, words]) => words)).toEqual([handed, `${half}, ${rest}`, right, threat]);
  await change(run, await cutOf(run));
  const words = ["replay", run.runId, "--with", `model=${run.context.model}`];
  const { out, err } = await cli(words, { cwd: folder, env: { PINCITE_URL: server.url } });
  const forkId = /run-[0-9A-Z]{26}/u.exec(out.replaceAll(run.runId, ""))?.[0] ?? "";
  expect(forkId, out + err).not.toBe("");
  const fork = new RunDriver(server, contextOf((await server.orchestrator.getRun({ runId: forkId })).runContext));
  expect((await partsOf(fork)).map(([, words]) => words)).toEqual([handed, half, rest, right, threat]);
});

it("concedes the true half alone, lets words of one's own stand for a sentence, and notes a threat; its proof and its replay hold", async () => {
  const run = await inTwo(await answering());
  await answer(run, [
    { assertionId: await idOf(run, half), answer: A.RIGHT },
    { assertionId: await idOf(run, rest), answer: A.WRONG },
    { assertionId: await idOf(run, handed), answer: A.REPLIED, why: own },
    { assertionId: await idOf(run, threat), answer: A.UNKNOWN },
    { assertionId: await idOf(run, right), answer: A.RIGHT },
  ]);
  for (let steps = 0; run.context.lifecycle !== RunLifecycle.FINALISED && steps < 9; steps++) {
    await server.orchestrator.guide(run.command());
    run.context = (await chooseLeft(connection, await run.read())).context;
    await run.confirmAll();
    await run.advance();
  }
  const { bytes } = await exportMemo(connection, { runId: run.runId, format: "md" });
  const text = new TextDecoder()
    .decode(bytes)
    .replaceAll("\\", "")
    .replaceAll(/\s*\[\^\d+\]/gu, "");
  expect(text).toContain(`Het volgende uit uw brief is juist: “${half}…”`);
  expect(text).toMatch(new RegExp(`: “…${rest}” Dat is onjuist`, "u"));
  expect(text.indexOf(`“${half}`)).toBeLessThan(text.indexOf(`“…${rest}`));
  expect(text).not.toContain(`${half}, ${rest}`);
  expect(text).toContain(`“${handed}” ${own.split(". ")[0]}`);
  expect(text).toContain(own.split(". ")[1]);
  expect(text).toContain(`neem ik voor kennisgeving aan, zonder het te erkennen: “${threat}”`);
  expect(text).not.toMatch(/onbekend|stukken daarover/u);
  const proof = await exportProof(connection, run.runId);
  const { checks } = await verifyProof(proof.bytes, undefined);
  expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  await server.stop();
  const report = await replayFolder({ dataDir: folder, run: run.runId, user: "tester" });
  expect(report).toMatchObject({ difference: undefined, taken: [], derived: report.events });
  server = await startTestServer(folder);
});
