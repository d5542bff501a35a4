import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { Validity_State } from "../../gen/pincite/span/v1/span_pb.ts";
import { projectRoot } from "../../scripts/import-rules.ts";
import { changeClaims } from "../../src/client/change-claims.ts";
import { replayFolder, verifyProof } from "../../src/main.ts";
import { cli } from "../cli/support/cli.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { importLaw, startTestServer, type TestServer } from "../e2e/support/server.ts";
import { newFolder } from "../support/new-folder.ts";
import { amendedLaw, laterLaw, law } from "./support/uwv-case.ts";

type Proposal = NonNullable<MessageInitShape<typeof StageProposalSchema>["proposal"]>;

/** The law is of 1 July 2023 and, since the first of this year, otherwise. */
const [runsDay, ownDay] = ["2026-03-01", "2025-05-12"];
const texts = {
  now: "Vanaf dit jaar hoeft de werkgever minder te doen, zegt art. 7:658a lid 1 BW.",
  past: "Bij het ontslag van mei 2025 moest de werkgever de inschakeling in de arbeid bevorderen, art. 7:658a lid 1 BW.",
};
const quote = {
  now: "bevordert, voor zover redelijkerwijs mogelijk, ten aanzien van",
  past: "bevordert ten aanzien van",
};

const expression = (from: string, through: string) =>
  `<expression label="${from}_0"><metadata><datum_inwerkingtreding>${from}</datum_inwerkingtreding><einddatum>${through}</einddatum><zichtdatum_start>${from}</zichtdatum_start><zichtdatum_eind>9999-12-31</zichtdatum_eind></metadata><manifestation label="xml"><metadata/><item label="BWBR0005290_${from}_0.xml" _deleted="false"/></manifestation></expression>`;

/** The register of versions as it was on a day, each version from its own day to the day before the next. */
const registerOf = (made: string, ...days: readonly (readonly [from: string, through: string])[]) => ({
  path: "manifest.xml",
  bytes: Buffer.from(
    `<?xml version="1.0"?><work label="BWBR0005290" gegenereerd="${made}T00:00:00" _latestItem="BWBR0005290/${days.at(-1)?.[0]}_0/xml/BWBR0005290_${days.at(-1)?.[0]}_0.xml"><metadata/>${days.map(([from, through]) => expression(from, through)).join("")}</work>`,
  ),
});
const first = ["2023-07-01", "2025-12-31"] as const;
const register = registerOf("2026-06-01", first, ["2026-01-01", "9999-12-31"]);
const amendedRegister = registerOf("2026-10-01", first, ["2026-01-01", "2026-08-31"], ["2026-09-01", "9999-12-31"]);

const folder = newFolder("law-date");
let server: TestServer;
let run: RunDriver;
beforeAll(async () => {
  server = await startTestServer(folder);
  for (const file of [law, laterLaw, register]) await importLaw(server, file);
  const { runContext } = await server.orchestrator.createRun({
    ...{ idempotencyKey: crypto.randomUUID(), title: "Twee wetsdagen", profileId: "uwv-deskundigenoordeel" },
    ...{ strandId: "leeg", locale: "nl", referenceDate: runsDay },
  });
  if (!runContext) throw new Error("a run without a context");
  run = new RunDriver(server, runContext);
  await propose({ case: "intentSeed", value: { goal: "Laten zien welke wet wanneer gold.", referenceDate: runsDay } });
  await goOn();
  const claims = [texts.now, texts.past].map((text) => ({ text, claimKind: "legal-frame" }));
  await propose({ case: "skeleton", value: { sections: [{ title: "Wettelijk kader", claims }] } });
  await run.confirmAll();
});
afterAll(() => server.stop());

const propose = (proposal: Proposal) => run.propose(create(StageProposalSchema, { proposal }));
const goOn = async () => {
  await run.confirmAll();
  await run.advance();
};
const claimOf = async (text: string) => {
  const skeleton = await run.current("skeleton", MessageSkeletonSchema);
  const claim = skeleton?.sections.flatMap(({ claims }) => claims).find((one) => one.text === text);
  if (!claim) throw new Error(`the outline has no claim ${text}`);
  return claim;
};
const slotOf = async (text: string) => {
  const needs = await run.current("evidence_needs_now", EvidenceNeedsSchema);
  const claim = needs?.sections.flatMap(({ claims }) => claims).find((one) => one.claimText === text);
  const slot = claim?.required[0];
  if (!slot) throw new Error(`there is no slot for ${text}`);
  return slot;
};
/** Looks the article up for a slot, and binds what was found. */
const lookUp = async (text: string) => {
  const { slotId } = await slotOf(text);
  const value = { citations: ["art. 7:658a lid 1 BW"] };
  const params = { case: "lawbotResolveCitations" as const, value };
  const asked = { ...run.command(), toolName: "lawbot.resolve_citations", params: { params }, slotId };
  const { request } = await server.tools.requestTool(asked);
  await server.orchestrator.executeToolRequest({ requestId: request?.id ?? "" });
  await run.read();
  return (await slotOf(text)).candidates.at(-1);
};
const go = (...words: string[]) =>
  cli(["run", "go", run.runId, ...words], { env: { PINCITE_URL: server.url, LANG: "nl_NL.UTF-8" } });

describe("a claim with a law date of its own", () => {
  it.each([
    ["wetsdag", "2015-02-30", "2015-02-30 is no day of the calendar: write the law date as 2015-05-12"],
    ["wetsdag", "mei 2015", "mei 2015 is no day of the calendar"],
    ["wetsdag", "2999-01-01", "2999-01-01 has not come yet"],
  ])("is refused %s=%s, with what to do", async (key, day, said) => {
    const { number } = /:(?<number>\d+)$/.exec((await claimOf(texts.past)).claimId)?.groups ?? {};
    const { code, err } = await go(`${key}:${number}=${day}`);
    expect(code).not.toBe(0);
    expect(err).toContain(said);
  });

  it("gets it at the terminal, beside its kind, and keeps it where an outline says nothing of it", async () => {
    const { claimId } = await claimOf(texts.past);
    expect(await go(`wetsdag:${claimId.split(":")[1]}=12-05-2025`)).toMatchObject({ code: 0, err: "" });
    await run.read();
    expect(await claimOf(texts.past)).toMatchObject({ claimId, lawDate: ownDay, claimKind: "legal-frame" });
    const other = await claimOf(texts.now);
    expect(other.lawDate).toBe("");
    await run.rewind(State.SKELETON);
    await propose({
      case: "skeleton",
      value: {
        sections: [
          {
            title: "Wettelijk kader",
            claims: [
              { claimId: other.claimId, text: texts.now, claimKind: "legal-frame" },
              { claimId, text: texts.past, claimKind: "legal-frame" },
            ],
          },
        ],
      },
    });
    await goOn();
    expect((await claimOf(texts.past)).lawDate).toBe(ownDay);
  });

  it("is looked up, bound and told by that day, and the other claim by the run's", async () => {
    await goOn();
    const [now, past] = [await lookUp(texts.now), await lookUp(texts.past)];
    expect(now).toMatchObject({ versionDate: "2026-01-01", validity: { on: runsDay, state: Validity_State.IN_FORCE } });
    expect(past).toMatchObject({ versionDate: "2023-07-01", validity: { on: ownDay, state: Validity_State.IN_FORCE } });
    expect(run.context.slots.map(({ lawDate }) => lawDate).toSorted()).toEqual(["", ownDay]);
    const bindings = [];
    for (const [text, candidate] of [
      [texts.now, now],
      [texts.past, past],
    ] as const) {
      const evidence = { case: "law" as const, value: { evidenceId: candidate?.evidenceId ?? "" } };
      bindings.push({ slotId: (await slotOf(text)).slotId, evidence: { evidence } });
    }
    // What is the law of the other claim's day is not that of this one's, and a look says so.
    const [first, second] = bindings;
    if (!first || !second) throw new Error("there are two bindings");
    await propose({ case: "needMap", value: { bindings: [{ ...first, evidence: second.evidence }, second] } });
    const looksOf = () => run.context.items.map(({ looks }) => looks.map(({ code }) => code));
    expect(looksOf()).toEqual([[LookCode.NOT_IN_FORCE], []]);
    await propose({ case: "needMap", value: { bindings } });
    expect(looksOf()).toEqual([[], []]);
    await goOn();
    const map = await run.current("need_map", EvidenceNeedMapSchema);
    expect(map?.bindings.map(({ lawDate }) => lawDate)).toEqual(["", ownDay]);
  });

  it("is quoted as it was on that day, also where both are asked in one call", async () => {
    const map = await run.current("need_map", EvidenceNeedMapSchema);
    const spans = (map?.bindings ?? []).map(({ bindingId, evidence, lawDate }) => {
      const ref = evidence?.evidence;
      const docUid = ref?.case === "law" ? ref.value.evidenceId.slice("law:".length).split("#")[0] : "";
      const locator = { docUid: docUid ?? "", exactQuote: lawDate === "" ? quote.now : quote.past };
      return { bindingId, span: { case: "locator" as const, value: locator } };
    });
    await propose({ case: "citationLedger", value: { spans } });
    await goOn();
    const ledger = await run.current("citation_ledger", CitationLedgerSchema);
    const told = ledger?.entries.map(({ span, lawDate }) => [lawDate, span?.validity?.on, span?.validity?.state]);
    expect(told).toEqual([
      ["", runsDay, Validity_State.IN_FORCE],
      [ownDay, ownDay, Validity_State.IN_FORCE],
    ]);
  });

  it("is finalised, and its footnote says on which day its law was in force", async () => {
    const ledger = await run.current("citation_ledger", CitationLedgerSchema);
    const sentences = (ledger?.entries ?? []).map(({ entryId, claimId, span }) => ({
      text: `Art. 7:658a lid 1 BW: “${span?.excerpt}”`,
      kind: SentenceKind.LAW,
      claimId,
      entryIds: [entryId],
    }));
    const skeleton = await run.current("skeleton", MessageSkeletonSchema);
    const sectionId = skeleton?.sections[0]?.sectionId ?? "";
    await propose({ case: "draftText", value: { title: "Wettelijk kader", sections: [{ sectionId, sentences }] } });
    await goOn();
    const { code, out } = await cli(["export", run.runId], { env: { PINCITE_URL: server.url } });
    expect(code).toBe(0);
    expect(out).toContain("(versie geldend vanaf 1 januari 2026)");
    expect(out).toContain("(geldend op 12 mei 2025; versie geldend vanaf 1 juli 2023)");
  });

  it("is held against the law of its own day by the watch, and asks for no other day of the memo", async () => {
    const { out } = await cli(["law", "watch", run.runId], { env: { PINCITE_URL: server.url } });
    expect(out).toMatch(/ONGEWIJZIGD .*BWBR0005290@2023-07-01 .*\(naar de wet op 2025-05-12\)/);
    expect(out).not.toContain("pincite replay");
  });

  it("stands as it was when the law is amended, where the other claim's words are told to have changed", async () => {
    for (const file of [amendedLaw, amendedRegister]) await importLaw(server, file);
    const { out } = await cli(["law", "watch", run.runId], { env: { PINCITE_URL: server.url } });
    expect(out).toMatch(/ONGEWIJZIGD .*BWBR0005290@2023-07-01 .*\(naar de wet op 2025-05-12\)/);
    expect(out).toMatch(/^ +GEWIJZIGD .*BWBR0005290@2026-01-01 naast BWBR0005290@2026-09-01/m);
    expect(out).toContain("binnen een maand");
    expect(out).toMatch(/pincite replay \S+ --with law-date=\d{4}-\d\d-\d\d/);
  });

  it("is proved, whole and redacted, to both readers", async () => {
    const path = join(folder, "memo.pincite");
    const env = { PINCITE_URL: server.url };
    expect((await cli(["export", run.runId, "--format", "pincite", "-o", path], { env })).code).toBe(0);
    const report = await verifyProof(readFileSync(path), undefined);
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([]);
    if (spawnSync("python3", ["--version"]).status !== 0) return console.warn("SKIPPED: there is no python3 here");
    const proofs = join(folder, "proofs");
    mkdirSync(proofs);
    writeFileSync(join(proofs, "whole"), readFileSync(path));
    await cli(["export", run.runId, "--format", "pincite", "--redact", "-o", join(proofs, "redacted")], { env });
    const said = execFileSync("python3", [join(projectRoot, "docs/verify-proof.py"), "--many", proofs]);
    expect(said.toString().trim().split("\n").toSorted()).toEqual(["redacted holds", "whole holds"]);
  });

  it("has its bindings told and its quotes asked anew where the day becomes another", async () => {
    const [day, { claimId }] = ["2025-06-01", await claimOf(texts.past)];
    await run.read();
    const changes = new Map([[claimId, { lawDate: day }]]);
    const skeleton = await run.current("skeleton", MessageSkeletonSchema);
    const newKey = () => crypto.randomUUID();
    run.context = await changeClaims(server.orchestrator, newKey, { context: run.context, skeleton }, changes);
    await run.advance();
    await goOn();
    const asked = run.context.items.filter(({ carriedOver }) => !carriedOver).map(({ itemId }) => itemId);
    await goOn();
    const map = await run.current("need_map", EvidenceNeedMapSchema);
    const changed = map?.bindings.filter(({ lawDate }) => lawDate === day) ?? [];
    expect(asked).toEqual(changed.map(({ bindingId }) => bindingId));
    expect(changed.map(({ evidence }) => evidence?.evidence.value)).toMatchObject([
      { versionDate: "2023-07-01", validity: { on: day, state: Validity_State.IN_FORCE } },
    ]);
    expect(run.context.items.map(({ slotId }) => slotId)).toEqual(
      map?.bindings.flatMap(({ slotId, lawDate }) => (lawDate === day ? [] : [slotId])),
    );
  });

  it("comes out of its journal again byte for byte", async () => {
    await server.stop();
    const report = await replayFolder({ dataDir: folder, run: run.runId, user: "tester" });
    expect(report).toMatchObject({ difference: undefined });
    server = await startTestServer(folder);
  });
});
