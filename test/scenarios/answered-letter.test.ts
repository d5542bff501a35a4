import { create, fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PassageCandidate, PinRole } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { AnsweredTextSchema, LetterReadingSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { ContextManifestSchema } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { RunLifecycle, OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer as A } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { replayFolder } from "../../src/main.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { cli } from "../cli/support/cli.ts";
import { reasonOf } from "../e2e/support/refusal.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "../e2e/support/server.ts";
import { chooseLeft } from "../support/choose-left.ts";
import { newFolder } from "../support/new-folder.ts";
import { pdfOf } from "../vault/support/pdf-maker.ts";

const denial = "Er is nooit een schriftelijke toezegging gedaan over uw opleiding.";
const owed = "U bent de kosten van de opleiding zelf verschuldigd.";
const asked = "Wij verzoeken u dit uiterlijk 19 december 2025 te bevestigen.";
const promise = "Hierbij bevestig ik dat het bedrijf jouw opleiding volledig betaalt.";
const why = "De directeur heeft op 3 maart 2025 schriftelijk bevestigd dat het bedrijf de opleiding betaalt";

/** The same letter as a mail that quotes an older one, and on paper. */
const body = ["Geachte mevrouw Zandstra,", "", denial, owed, "", asked, "", "Hoogachtend,", "Piet Verzonnen"];
const mail = [
  "From: Piet Verzonnen <piet@zonnewijzer.example>",
  "To: Zara Zandstra <zara@thuis.example>",
  "Subject: Uw opleiding",
  "Date: Fri, 5 Dec 2025 10:00:00 +0100",
  "Message-ID: <brief@zonnewijzer.example>",
  "MIME-Version: 1.0",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Kenmerk: PZ/2025/0417",
  "",
  ...body,
  "",
  "Op 3 dec 2025 om 09:00 schreef Zara Zandstra <zara@thuis.example>:",
  "> Mijn opleiding is wel degelijk door het bedrijf toegezegd en betaald.",
].join("\r\n");
const paper = pdfOf([
  [
    "Zonnewijzer B.V.",
    "",
    "Mevrouw Z. Zandstra",
    "",
    "Voorbeeldstad, 5 december 2025",
    "Ons kenmerk: PZ/2025/0417",
    "",
    ...body,
  ],
]);
const older = [
  "From: Piet Verzonnen <piet@zonnewijzer.example>",
  "To: Zara Zandstra <zara@thuis.example>",
  "Subject: Opleiding",
  "Date: Mon, 3 Mar 2025 10:00:00 +0100",
  "Message-ID: <toezegging@zonnewijzer.example>",
  "MIME-Version: 1.0",
  "Content-Type: text/plain; charset=utf-8",
  "",
  `Beste Zara,\r\n\r\n${promise}\r\n\r\nGroet,\r\nPiet`,
].join("\r\n");

const bytes = (text: string) => new TextEncoder().encode(text);
const idOf = (content: Uint8Array): string => `vault:${sha256Hex(content)}`;

const folder = newFolder("letter");
let server: TestServer;
const runs: string[] = [];
beforeAll(async () => {
  server = await startTestServer(folder);
  await importFiles(server, [
    { path: "brief.eml", bytes: bytes(mail) },
    { path: "brief.pdf", bytes: paper },
    { path: "toezegging.eml", bytes: bytes(older) },
  ]);
});
afterAll(() => server.stop());

const pin = async (run: RunDriver, evidenceId: string, role = PinRole.ANSWERED) => {
  await server.orchestrator.pinEvidence({ ...run.command(), evidenceId, role });
  return run.read();
};
const guide = async (run: RunDriver) => {
  await server.orchestrator.guide({ ...run.command(), userPrompt: "" });
  const isPromise = ({ locator }: PassageCandidate) => locator?.exactQuote === promise;
  await chooseLeft(server, await run.read(), isPromise);
  return run.read();
};
const answer = (run: RunDriver, answers: readonly { assertionId: string; answer: A; why?: string }[]) =>
  run.propose(create(StageProposalSchema, { proposal: { case: "skeleton", value: { answers: [...answers] } } }));
const settle = async (run: RunDriver) => {
  await run.confirmAll();
  return run.advance();
};
/** What the model was shown in each step of the run so far. */
const manifestsOf = async (run: RunDriver) => {
  const { artifacts } = await server.artifacts.listArtifacts({ runId: run.runId, pageSize: 1_000 });
  const manifests = artifacts.filter(({ ref }) => ref?.kind === ContextManifestSchema.typeName);
  return Promise.all(
    manifests.map(async ({ ref }) => {
      const { content } = await server.artifacts.getArtifact({ digest: ref?.digest ?? "" });
      return fromBinary(ContextManifestSchema, content);
    }),
  );
};

describe.each([
  ["a mail that quotes another", bytes(mail), 1],
  ["a letter on paper", paper, 0],
] as const)("%s, answered from pin to draft over the wire", (_name, content, quotes) => {
  it("is read, taken apart, answered, and cited in the memo where it says so", async () => {
    const run = await RunDriver.create(server, "", "nl");
    runs.push(run.runId);
    await pin(run, idOf(content));
    const text = await run.current("answered_text", AnsweredTextSchema);
    expect(text?.passages.map((one) => one.text).join("")).toContain(denial);
    await guide(run);
    const reading = await run.current("letter_reading", LetterReadingSchema);
    expect(reading?.assertions.map(({ partId, span }) => [partId, span?.excerpt])).toEqual([
      ["assertion:1", denial],
      ["assertion:2", owed],
    ]);
    expect(reading?.questions.map(({ span }) => span?.excerpt)).toEqual([asked]);
    expect(reading?.terms).toMatchObject([{ dueDate: "2025-12-19" }]);
    expect(reading?.references).toMatchObject([{ value: "PZ/2025/0417" }]);
    expect(reading?.day?.day).toBe("2025-12-05");
    await settle(run);
    const intent = await run.current("intent_seed", IntentSeedSchema);
    expect(intent?.frame).toMatchObject({
      theirReference: "PZ/2025/0417",
      addressee: content === paper ? ["Zonnewijzer B.V.", "Piet Verzonnen"] : ["Piet Verzonnen"],
    });
    const parties = new Map(intent?.parties.map(({ role, names }) => [role, names[0]]));
    expect(parties.get(PartyRole.OPPONENT)).toBe("Piet Verzonnen");
    expect(parties.get(PartyRole.AUTHOR)).toMatch(/Zandstra$/u);

    // What was shown is listed by the digest of what was pinned, here and in the outline; what it quotes is no assertion.
    await guide(run);
    const manifests = await manifestsOf(run);
    const letters = manifests.map(({ entries }) => entries.filter(({ reason }) => reason === "answered-letter"));
    const digest = run.context.answeredLetter?.text?.digest;
    expect(letters.every((shown) => shown.some(({ ref }) => ref?.digest === digest))).toBe(true);
    expect(text?.passages.filter(({ voice }) => voice === 2)).toHaveLength(quotes);

    await answer(run, [
      { assertionId: "assertion:1", answer: A.WRONG, why },
      { assertionId: "assertion:2", answer: A.RESTS },
    ]);
    expect(run.context.answeredLetter?.answers).toMatchObject([
      { assertionId: "assertion:1", answer: A.WRONG },
      { assertionId: "assertion:2", answer: A.RESTS, claimIds: ["claim:2"] },
    ]);
    const outline = await run.current("proposal", MessageSkeletonSchema);
    expect(outline?.sections.flatMap(({ claims }) => claims.map(({ text: said }) => said))).toEqual(
      expect.arrayContaining([`Uw brief stelt: ${denial}`, `${why}.`]),
    );
    await settle(run);
    for (const state of [S.EVIDENCE_NEEDS, S.EVIDENCE_BINDING, S.SPAN_RESOLUTION]) {
      expect(run.context.state).toBe(state);
      await guide(run);
      await settle(run);
    }
    const ledger = await run.current("citation_ledger", CitationLedgerSchema);
    const quoted = new Map(ledger?.entries.map(({ claimId, span }) => [claimId, span?.excerpt]));
    expect(quoted.get("claim:1")).toBe(denial);
    expect([...quoted.values()]).toContain(promise);
    await guide(run);
    const draft = await run.current("proposal", DraftTextSchema);
    const sentences = draft?.sections.flatMap((section) => section.sentences.map((one) => one.text)) ?? [];
    expect(sentences).toContain(`U schrijft: “${denial}” Dat is onjuist.`);
    await settle(run);
    expect(run.context.lifecycle).toBe(RunLifecycle.FINALISED);
  });
});

describe("a run that answered a letter, taken again", () => {
  // A fork pinned the letter as any other paper, so that nothing of it was read and every later input was refused.
  it("has its letter, its reading and its answers, and comes as far as the run did", async () => {
    const [finished = ""] = runs;
    const { code, out, err } = await cli(["replay", finished, "--with", "model=extractive"], {
      env: { PINCITE_URL: server.url },
    });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).not.toContain("does not apply any more");
    expect(out).not.toContain("not reached");
    const runId = /^(run-\w+): a fork of/u.exec(out)?.[1] ?? "";
    const { runContext } = await server.orchestrator.getRun({ runId });
    expect(runContext?.answeredLetter?.answers).toMatchObject([
      { assertionId: "assertion:1", answer: A.WRONG },
      { assertionId: "assertion:2", answer: A.RESTS },
    ]);
    expect(runContext?.state).toBe(S.DRAFT);
  });
});

describe("another letter in place of the one that was answered", () => {
  // Her own mail was ticked: she stood as the other side, its reader as herself, and both stayed so when the letter was exchanged.
  it("says anew who is who", async () => {
    const own = mail
      .replace("From: Piet Verzonnen <piet@zonnewijzer.example>", "From: Zara Zandstra <zara@thuis.example>")
      .replace("To: Zara Zandstra <zara@thuis.example>", "To: Piet Verzonnen <piet@zonnewijzer.example>")
      .replace("<brief@", "<eigen@")
      .replace("Geachte mevrouw Zandstra,", "Beste Piet,")
      .replace("\r\nPiet Verzonnen\r\n", "\r\nZara Zandstra\r\n");
    await importFiles(server, [{ path: "eigen.eml", bytes: bytes(own) }]);
    const run = await RunDriver.create(server, "", "nl");
    const rolesNow = async () => {
      await guide(run);
      await run.confirmAll();
      const intent = await run.current("intent_seed", IntentSeedSchema);
      return new Map(intent?.parties.map(({ role, names }) => [names[0]?.split(" ").at(-1), role]));
    };
    await pin(run, idOf(bytes(own)));
    expect((await rolesNow()).get("Zandstra")).toBe(PartyRole.OPPONENT);
    await server.orchestrator.unpinEvidence({ ...run.command(), evidenceId: idOf(bytes(own)) });
    await run.read();
    await pin(run, idOf(paper));
    const roles = await rolesNow();
    expect(roles.get("Zandstra")).toBe(PartyRole.AUTHOR);
    expect(roles.get("Verzonnen")).toBe(PartyRole.OPPONENT);
  });
});

describe("a letter that cannot be pinned as answered", () => {
  it.each<[string, string, string]>([
    ["LETTER_PINNED", "another is", idOf(paper)],
    ["EVIDENCE_NOT_FOUND", "the strand has none of this id", `vault:${"0".repeat(64)}`],
    ["REQUEST_INVALID", "it is law", "law:BWBR0005290@2023-07-01"],
  ])("is refused with %s where %s", async (reason, _why, evidenceId) => {
    const run = await RunDriver.create(server);
    if (reason === "LETTER_PINNED") await pin(run, idOf(bytes(mail)));
    expect(await reasonOf(pin(run, evidenceId))).toBe(reason);
  });

  it("is refused with STAGE_FORBIDS once bindings are confirmed", async () => {
    const [finished] = runs;
    const late = new RunDriver(
      server,
      (await server.orchestrator.getRun({ runId: finished ?? "" })).runContext as never,
    );
    await late.rewind(S.SPAN_RESOLUTION);
    expect(await reasonOf(pin(late, idOf(bytes(mail))))).toBe("STAGE_FORBIDS");
  });
});

describe("the journals of such runs", () => {
  it("come to the same bytes again without the Vault", async () => {
    await server.stop();
    for (const run of runs) {
      const report = await replayFolder({ dataDir: folder, run, user: "tester" });
      expect(report).toMatchObject({ difference: undefined, taken: [], derived: report.events });
    }
    server = await startTestServer(folder);
  });
});
