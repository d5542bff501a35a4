import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { create, fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { MissingInput_Kind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { Validity_State } from "../../gen/pincite/span/v1/span_pb.ts";
import { ResolveOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { projectRoot } from "../../scripts/import-rules.ts";
import { openConnection } from "../../src/client/connection.ts";
import { exportMemo } from "../../src/client/memo-export.ts";
import { verifyProof } from "../../src/main.ts";
import { cli } from "../cli/support/cli.ts";
import { openRulingPrinter } from "../lawbot/support/printed-ruling.ts";
import { hasBrowser, openPageVerifier, type PageVerifier } from "../simulation/proof/in-browser.ts";
import { newFolder } from "../support/new-folder.ts";
import { describeWithData } from "../support/shared-data.ts";
import { type CaseLawServer, startCaseLawServer } from "./support/case-law-server.ts";
import { key, RunDriver } from "./support/run-driver.ts";

type Params = NonNullable<MessageInitShape<typeof ToolRequestParamsSchema>["params"]>;
type Proposal = NonNullable<MessageInitShape<typeof StageProposalSchema>["proposal"]>;

/** A claim of the memo: what it cites, by which law, and what its sentence says before the quote. */
interface Cited {
  readonly claim: string;
  readonly citation: string;
  /** Empty: the run's day. */
  readonly lawDate: string;
  readonly says: string;
  /** Words that the quote begins with. */
  readonly from: string;
  readonly footnote: string;
  readonly state: Validity_State;
}

const { IN_FORCE, UNKNOWN, UNSPECIFIED } = Validity_State;
const runsDay = "2024-06-01";
const act = "Verordening (EU) 2024/903";
const ruling = "ECLI:NL:GHARL:2023:10821";
const cited: readonly Cited[] = [
  {
    claim: "In 2010 was verstrekking aan wie zestien was toegestaan.",
    citation: "art. 20 lid 1 Drank- en Horecawet",
    lawDate: "2010-01-01",
    says: "Art. 20 lid 1 Drank- en Horecawet luidde",
    from: "Het is verboden bedrijfsmatig of anders dan om niet alcoholhoudende drank",
    footnote: "art. 20 lid 1 Drank- en Horecawet (geldend op 1 januari 2010; versie geldend vanaf 1 juli 2009)",
    state: IN_FORCE,
  },
  {
    claim: "In 2015 was verstrekking onder de achttien verboden.",
    citation: "art. 20 lid 1 Drank- en Horecawet",
    lawDate: "2015-02-01",
    says: "Art. 20 lid 1 Drank- en Horecawet luidde",
    from: "Het is verboden bedrijfsmatig of anders dan om niet alcoholhoudende drank",
    footnote: "art. 20 lid 1 Drank- en Horecawet (geldend op 1 februari 2015; versie geldend vanaf 1 januari 2015)",
    state: IN_FORCE,
  },
  {
    claim: "Vóór een besluit over bindende eisen komt een beoordeling.",
    citation: `artikel 3 lid 1 ${act}`,
    lawDate: "",
    says: `Artikel 3, lid 1, van ${act} luidt`,
    from: "Before taking a decision on new",
    footnote: `art. 3 lid 1 ${act} (gedaan op 13 maart 2024; vanaf wanneer zij geldt, en of zij op 1 juni 2024 geldt, is niet bekend)`,
    state: UNKNOWN,
  },
  {
    claim: "De considerans wijst op de toegankelijkheid van diensten.",
    citation: `overweging 4 van ${act}`,
    lawDate: "",
    says: `Overweging 4 van ${act} luidt`,
    from: "A comprehensive and sustainable ecosystem",
    footnote: `overweging 4 ${act} (gedaan op 13 maart 2024; vanaf wanneer zij geldt, en of zij op 1 juni 2024 geldt, is niet bekend)`,
    state: UNKNOWN,
  },
  {
    claim: "De rechter beoordeelt het besluit.",
    citation: `${ruling}, r.o. 3.3`,
    lawDate: "",
    says: `In ${ruling}, r.o. 3.3, overwoog het hof`,
    from: "",
    footnote: `${ruling}, r.o. 3.3 (gelezen uit een pdf)`,
    state: UNSPECIFIED,
  },
];

describeWithData(
  "a memo with two law days, an act of the Union, one of its recitals and a ruling that came as a PDF",
  "law-eu",
  (eu) => {
    if (!hasBrowser) return void it.skip("needs a browser that prints the ruling", () => undefined);
    const shared = join(eu, "..");
    const file = (path: string) => ({ path, bytes: new Uint8Array(readFileSync(join(shared, path))) });
    const folder = newFolder("every-law");
    let server: CaseLawServer;
    let run: RunDriver;
    let page: PageVerifier | undefined;
    beforeAll(async () => {
      // No PDF of the publisher is at hand: the ruling's page is made from its XML, and printed.
      const xml = readFileSync(join(shared, "case-rechtspraak/ECLI_NL_GHARL_2023_10821.xml"), "utf8");
      const printer = await openRulingPrinter();
      const printed = await printer.print(xml, ruling).finally(printer.close);
      const laws = ["2009-07-01_0.xml", "2015-01-01_0.xml", "manifest.xml"];
      server = await startCaseLawServer([
        ...laws.map((name) => file(`law-bwb-toestand/BWBR0002458_${name}`)),
        file("law-eu/L_202400903EN.html"),
        { path: "uitspraak.pdf", bytes: printed },
      ]);
      const created = { idempotencyKey: key(), profileId: "case-memo", locale: "nl", referenceDate: runsDay };
      const { runContext } = await server.clients.orchestrator.createRun(created);
      if (!runContext) throw new Error("a run without a context");
      run = new RunDriver(server.clients, runContext);
    });
    afterAll(async () => {
      await page?.close();
      await server?.stop();
    });

    const propose = (proposal: Proposal) => run.propose(create(StageProposalSchema, { proposal }));
    const goOn = async () => {
      await run.confirmAll();
      await run.advance();
    };
    /** Runs a tool for a slot and gives the bytes of its output. */
    const runTool = async (slotId: string, toolName: string, params: Params) => {
      const { request } = await run.clients.tools.requestTool({
        ...run.command(),
        toolName,
        slotId,
        params: { params },
      });
      const asked = { requestId: request?.id ?? "", idempotencyKey: key() };
      const [result] = (await run.clients.orchestrator.executeToolRequest(asked)).toolResultLog?.results ?? [];
      await run.read();
      if (!result?.outputRef) throw new Error(`${toolName}: ${result?.reason}`);
      return (await run.clients.artifacts.getArtifact({ digest: result.outputRef.digest })).content;
    };
    const search = (slotId: string, { citation, from }: Cited) => {
      const value = { query: from || "besluit vergadering nietig" };
      return citation.startsWith("ECLI")
        ? runTool(slotId, "lawbot.case_search", { case: "lawbotCaseSearch", value })
        : runTool(slotId, "lawbot.search", { case: "lawbotSearch", value });
    };
    const lookUp = async (slotId: string, citation: string) => {
      const value = { citations: [citation] };
      const content = citation.startsWith("ECLI")
        ? await runTool(slotId, "lawbot.case_resolve_citations", { case: "lawbotCaseResolveCitations", value })
        : await runTool(slotId, "lawbot.resolve_citations", { case: "lawbotResolveCitations", value });
      const [item] = fromBinary(ResolveOutputSchema, content).items;
      const { evidenceId } = item?.candidates[0] ?? {};
      if (!item || evidenceId === undefined) throw new Error(`${citation} stands for nothing`);
      return { evidenceId, passages: item.passages };
    };
    const bindingsByClaim = async () => {
      const skeleton = await run.current("skeleton", MessageSkeletonSchema);
      const map = await run.current("need_map", EvidenceNeedMapSchema);
      const claims = skeleton?.sections.flatMap((section) => section.claims) ?? [];
      return cited.map((one) => {
        const claim = claims.find(({ text }) => text === one.claim);
        const slot = run.context.slots.find(({ claimId }) => claimId === claim?.claimId);
        const binding = map?.bindings.find(({ slotId }) => slotId === slot?.slotId);
        return {
          ...one,
          claimId: claim?.claimId ?? "",
          slotId: slot?.slotId ?? "",
          bindingId: binding?.bindingId ?? "",
        };
      });
    };
    const lookedUp = new Map<string, Awaited<ReturnType<typeof lookUp>>>();

    it("takes the ruling from its PDF, and says so", async () => {});

    it("binds each claim to the law of its own day", async () => {
      await propose({ case: "intentSeed", value: { goal: "Laten zien wat waar staat.", referenceDate: runsDay } });
      await goOn();
      const claims = cited.map(({ claim, lawDate }) => ({ text: claim, claimKind: "law", lawDate }));
      await propose({ case: "skeleton", value: { sections: [{ title: "Kader", claims }] } });
      await goOn();
      for (const each of await bindingsByClaim()) await search(each.slotId, each);
      await goOn();
      const bindings = [];
      for (const { claim, slotId, citation } of await bindingsByClaim()) {
        const one = await lookUp(slotId, citation);
        lookedUp.set(claim, one);
        bindings.push({
          slotId,
          evidence: { evidence: { case: "law" as const, value: { evidenceId: one.evidenceId } } },
          reason: "Het staat er.",
        });
      }
      await propose({ case: "needMap", value: { bindings } });
      await goOn();
      expect([...lookedUp.values()].map(({ evidenceId }) => evidenceId)).toEqual([
        "law:BWBR0002458@2009-07-01#/Paragraaf3/Artikel20/Lid1",
        "law:BWBR0002458@2015-01-01#/Paragraaf3/Artikel20/Lid1",
        "law:32024R0903@2024-03-13#/Artikel3/Lid1",
        "law:32024R0903@2024-03-13#/Aanhef/Overweging4",
        `law:${ruling}#/Overweging3/3`,
      ]);
    });

    it("quotes each to its characters, with the day on which it held", async () => {
      const spans = (await bindingsByClaim()).map(({ claim, bindingId, from }) => {
        const passage = lookedUp.get(claim)?.passages.find(({ text }) => text.includes(from));
        const words = passage?.text.slice(passage.text.indexOf(from)) ?? "";
        const exactQuote = words.slice(0, words.search(/[.;]/) + 1) || words;
        return { bindingId, span: { case: "locator" as const, value: { docUid: passage?.docUid ?? "", exactQuote } } };
      });
      await propose({ case: "citationLedger", value: { spans } });
      await goOn();
      const ledger = await run.current("citation_ledger", CitationLedgerSchema);
      const told = (await bindingsByClaim()).map(({ bindingId }) => {
        const entry = ledger?.entries.find((each) => each.bindingId === bindingId);
        return [entry?.lawDate, entry?.span?.validity?.state ?? UNSPECIFIED];
      });
      expect(told).toEqual(cited.map(({ lawDate, state }) => [lawDate, state]));
    });

    const draft = async (changed: (says: string) => string = (says) => says) => {
      const ledger = await run.current("citation_ledger", CitationLedgerSchema);
      const sentences = (await bindingsByClaim()).map(({ claimId, bindingId, says }) => {
        const entry = ledger?.entries.find((each) => each.bindingId === bindingId);
        const text = `${changed(says)}: “${entry?.span?.excerpt}”`;
        return { text, kind: SentenceKind.LAW, claimId, entryIds: [entry?.entryId ?? ""] };
      });
      const skeleton = await run.current("skeleton", MessageSkeletonSchema);
      const sectionId = skeleton?.sections[0]?.sectionId ?? "";
      return propose({ case: "draftText", value: { title: "Kader", sections: [{ sectionId, sentences }] } });
    };

    it.each([
      ["another recital", "Overweging 4", "Overweging 5"],
      ["another paragraph of the act", "lid 1, van Verordening", "lid 2, van Verordening"],
      ["another act", "2024/903", "2024/904"],
      ["another consideration", "r.o. 3.3", "r.o. 3.4"],
      ["another ruling", "2023:10821", "2023:10822"],
      ["an article for a recital", "Overweging 4 van", "Artikel 4 van"],
      ["another article of the statute", "Art. 20 lid 1 Drank", "Art. 21 lid 1 Drank"],
    ])("takes no draft that names %s", async (_, right, wrong) => {
      await draft((says) => says.replace(right, wrong));
      const { missingInputs } = await run.confirmAll();
      const found = missingInputs.filter(({ kind }) => kind === MissingInput_Kind.DRAFT_CHECK);
      expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set([DraftRule.CITATION_UNBOUND]));
      await expect(run.advance()).rejects.toThrow();
    });

    it("is finalised, each footnote with its address, its day and what is not known of it", async () => {
      await draft();
      await goOn();
      expect(run.context.lifecycle).toBe(RunLifecycle.FINALISED);
      const connection = openConnection(server.url);
      const { bytes } = await exportMemo(connection, { runId: run.runId, format: "md", citations: "short" });
      connection.close();
      const memo = new TextDecoder().decode(bytes).replaceAll("\\", "").toLowerCase();
      for (const { footnote } of cited) expect(memo).toContain(footnote.toLowerCase());
    });

    it("is proved, whole and redacted, to the program, to the reader in Python and to the page of proofs", async () => {
      const env = { PINCITE_URL: server.url };
      const proofs = join(folder, "proofs");
      mkdirSync(proofs);
      for (const [name, more] of [
        ["whole", []],
        ["redacted", ["--redact"]],
      ] as const) {
        const path = join(proofs, name);
        expect(await cli(["export", run.runId, "--format", "pincite", ...more, "-o", path], { env })).toMatchObject({
          code: 0,
        });
        const { code, out } = await cli(["verify", path], { verifyProof });
        expect([code, out]).toEqual([0, expect.any(String)]);
      }
      page = await openPageVerifier();
      for (const name of ["whole", "redacted"])
        expect([name, await page.firstBroken(readFileSync(join(proofs, name)))]).toEqual([name, undefined]);
      if (spawnSync("python3", ["--version"]).status !== 0) return console.warn("SKIPPED: there is no python3 here");
      const said = execFileSync("python3", [join(projectRoot, "docs/verify-proof.py"), "--many", proofs]);
      expect(said.toString().trim().split("\n").toSorted()).toEqual(["redacted holds", "whole holds"]);
    });
  },
);
