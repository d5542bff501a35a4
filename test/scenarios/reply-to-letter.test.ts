import { fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { RunLifecycle, OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, NextAction_Kind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { MatchKind } from "../../gen/pincite/span/v1/span_pb.ts";
import { ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { RunDriver } from "../engine/run-driver.ts";
import { final, type Line, lawSearch, tools } from "../engine/scripted-model.ts";
import { type DemoCase, evidenceIdOf, openDemoCase } from "./demo-case.ts";

const letter = evidenceIdOf("2025-12-09-brief.eml");
const teamMail = evidenceIdOf("2025-03-17-teamafspraak.eml");
const quotes = {
  "slot:1": "Er is nooit een schriftelijke toezegging gedaan over een vaste thuiswerkdag.",
  "slot:2":
    "Ik bevestig hierbij namens de directie dat de vaste thuiswerkdag op vrijdag voor het hele team Planning blijft gelden, ook na 1 januari 2026.",
  "slot:3":
    "De werkgever en de werknemer zijn verplicht zich als een goed werkgever en een goed werknemer te gedragen.",
} as const;

/** Whose words the slots for the other side's words may take. */
const parties = [
  { role: PartyRole.OPPONENT, names: ["Iris Denkbeeld"], addresses: ["i.denkbeeld@zonnewijzer.example"] },
  { role: PartyRole.REPRESENTATIVE, names: ["Bram Verzonnen"], addresses: ["b.verzonnen@zonnewijzer.example"] },
];

/** The law claim is one the memo may do without, so that its article can be looked for as late as the RFC does. */
const sections = [
  {
    title: "De brief",
    claims: [
      {
        text: "De brief van 9 december 2025 stelt dat er nooit een toezegging is gedaan.",
        claimKind: "assertion-of-letter",
      },
    ],
  },
  {
    title: "Mijn reactie",
    claims: [
      {
        text: "De teamleider heeft op 17 maart 2025 schriftelijk aan het team toegezegd dat de thuiswerkdag blijft.",
        claimKind: "promise",
      },
    ],
  },
  {
    title: "Recht",
    claims: [
      {
        text: "Een werkgever gedraagt zich als een goed werkgever (art. 7:611 BW).",
        claimKind: "legal-basis",
        optional: true,
      },
    ],
  },
];

/** Binds slot 3 to the article that the search of this turn found. */
const bindArticle: Line = (request, signal) => {
  const search = request.context?.toolContexts.flatMap(({ output }) =>
    output.case === "search" ? [output.value] : [],
  );
  const found = search?.flatMap((one) => one.candidates).find(({ address }) => address === "art. 7:611 BW");
  const bindings = [{ slotId: "slot:3", evidence: { law: { evidenceId: found?.evidenceId } } }];
  return final({ proposal: { needMap: { bindings } } })(request, signal);
};

/** Section 12 of the RFC, in its own order, over the real Vault and LawBot. Each step goes on from the one before. */
describe("the reply to the letter of 9 December", () => {
  let demo: DemoCase;
  let run: RunDriver;
  beforeAll(async () => {
    demo = await openDemoCase();
    run = await demo.test.newRun();
  });
  afterAll(() => demo.close());

  const label = () => run.context.nextAction?.label;
  const undecided = () => run.context.items.filter((item) => item.decision === ItemDecision.UNSPECIFIED);

  it("1: begins with what the user wants to reach", async () => {
    expect(label()).toBe("Save intent");
    const goal = "Reply to Dec 9 letter; challenge written commitments.";
    await run.propose({ case: "intentSeed", value: { goal, parties } }, { confirm: true });
    expect((await run.material()).intent?.goal).toBe(goal);
    expect(label()).toBe("Advance to skeleton");
  });

  it("2: the user pins the letter right after", async () => {
    await run.pin(letter);
    const { evidenceSet } = await run.material();
    expect(evidenceSet?.entries).toMatchObject([
      { pinned: true, candidate: { evidenceId: letter, title: "Brief: vervallen thuiswerkdag" } },
    ]);
    await run.advance();
  });

  it("then an outline: the model proposes, the user has the last word", async () => {
    await run.guide({ userPrompt: "Stel een opbouw voor." });
    expect(demo.ran).toEqual([]);
    expect(undecided().length).toBeGreaterThan(0);
    expect(label()).toBe("Approve skeleton");
    await run.propose({ case: "skeleton", value: { sections } }, { confirm: true });
    expect(label()).toBe("Advance to evidence needs");
    await run.advance();
    expect(run.context.slots).toMatchObject([{ required: true }, { required: true }, { required: false }]);
  });

  it("3: the model proposes vault.search for the team's mail, which runs at once", async () => {
    expect(run.context.nextAction?.kind).toBe(NextAction_Kind.PROPOSE);
    const { toolRequestLog, toolResultLog } = await run.guide({
      userPrompt: "Zoek de mail aan het team.",
      allowedTools: ["vault.search"],
    });
    expect(new Set(toolRequestLog?.requests.map((one) => one.toolName))).toEqual(new Set(["vault.search"]));
    expect(toolRequestLog?.requests.every((one) => one.requestedBy === "llm")).toBe(true);
    expect(demo.ran).toHaveLength(toolRequestLog?.requests.length ?? 0);
    expect(toolResultLog?.results.map((one) => one.status)).toContain(ToolResultStatus.OK);
    const { evidenceSet } = await run.material();
    const mail = evidenceSet?.entries.find((one) => one.candidate?.evidenceId === teamMail);
    expect(mail).toMatchObject({ pinned: false, slotIds: expect.arrayContaining(["slot:2"]) });
  });

  it("4: the checklist is complete, and the user goes on", async () => {
    expect(label()).toBe("Review evidence checklist");
    await run.confirm();
    expect(label()).toBe("Advance to binding");
    await run.advance();
    expect((await run.material()).proposals.needMap?.bindings ?? []).toEqual([]);
  });

  it("5: the model suggests bindings; the user confirms what is right and binds the rest", async () => {
    const put = (slotId: string, evidenceId: string) => ({ slotId, evidence: { document: { evidenceId } } });
    demo.model.say(final({ proposal: { needMap: { bindings: [put("slot:1", letter), put("slot:2", letter)] } } }));
    await run.guide({ userPrompt: "Koppel het bewijs.", allowedTools: ["vault.resolve_ids"] });
    expect(undecided().map((item) => item.slotId)).toEqual(["slot:1", "slot:2"]);
    expect(run.context.missingInputs.length).toBeGreaterThan(0);
    const bound = new Map((await run.material()).proposals.needMap?.bindings.map((one) => [one.bindingId, one]));
    const expected = { "slot:1": letter, "slot:2": teamMail } as Record<string, string>;
    const isRight = (id: string): boolean => {
      const { slotId = "", evidence } = bound.get(id) ?? {};
      return evidence?.evidence.case === "document" && evidence.evidence.value.evidenceId === expected[slotId];
    };
    if (undecided().some((item) => isRight(item.itemId))) await run.confirm(isRight);
    const open = undecided().map((item) => item.slotId);
    const bindings = open.map((slotId) => ({
      slotId,
      evidence: { evidence: { case: "document", value: { evidenceId: expected[slotId] ?? "" } } as const },
    }));
    if (bindings.length > 0) await run.propose({ case: "needMap", value: { bindings } }, { confirm: true });
    expect((await run.material()).needMap?.bindings.map((one) => one.evidence?.evidence.value)).toMatchObject([
      { evidenceId: letter },
      { evidenceId: teamMail },
    ]);
  });

  it("6: the model proposes lawbot.search for 7:611 BW while binding, which runs at once", async () => {
    demo.model.say(tools(lawSearch("art. 7:611 BW", "slot:3")), bindArticle);
    const { toolRequestLog, toolResultLog } = await run.guide({ userPrompt: "Zoek artikel 7:611 BW." });
    expect(toolRequestLog?.requests).toMatchObject([{ toolName: "lawbot.search", state: S.EVIDENCE_BINDING }]);
    expect(toolResultLog?.results).toMatchObject([{ status: ToolResultStatus.OK }]);
    expect(demo.ran.at(-1)?.request.toolName).toBe("lawbot.search");
    expect(undecided().map((item) => item.slotId)).toEqual(["slot:3"]);
    await run.confirm();
    expect(label()).toBe("Advance to span resolution");
    await run.advance();
  });

  it("7: quotes are resolved to exact characters, and the user confirms them", async () => {
    await run.guide({ userPrompt: "Zoek de woorden." });
    const { proposals, needMap } = await run.material();
    const entries = new Map(proposals.ledger?.entries.map((one) => [one.entryId, one]));
    const wanted = quotes as Record<string, string>;
    const isRight = (id: string): boolean => entries.get(id)?.span?.excerpt === wanted[entries.get(id)?.slotId ?? ""];
    if (undecided().some((item) => isRight(item.itemId))) await run.confirm(isRight);
    const done = new Set(run.context.items.filter((i) => i.decision === ItemDecision.CONFIRM).map((i) => i.slotId));
    const spans = (needMap?.bindings ?? []).flatMap(({ bindingId, slotId, evidence }) => {
      const ref = evidence?.evidence;
      if (done.has(slotId) || (ref?.case !== "document" && ref?.case !== "law")) return [];
      const docUid = ref.value.evidenceId.replace(/^\w+:/, "").replace(/#.*$/, "");
      return [{ bindingId, span: { case: "locator", value: { docUid, exactQuote: wanted[slotId] ?? "" } } as const }];
    });
    if (spans.length > 0) await run.propose({ case: "citationLedger", value: { spans } }, { confirm: true });
    // What has looks is not confirmed in the same breath.
    if (undecided().length > 0) await run.confirm();
    expect(label()).toBe("Advance to draft");
    const ledger = (await run.material()).ledger?.entries ?? [];
    expect(ledger.map((one) => [one.slotId, one.span?.excerpt])).toEqual(Object.entries(quotes));
    expect(ledger.map((one) => one.span?.matchKind)).toEqual([MatchKind.EXACT, MatchKind.EXACT, MatchKind.EXACT]);
    expect(ledger[2]?.address).toBe("art. 7:611 BW");
    await run.advance();
  });

  it("8: the draft cites what is bound, and is finalised when its check passes", async () => {
    await run.guide({ userPrompt: "Schrijf de brief." });
    expect(undecided().length).toBeGreaterThan(0);
    const { ledger, skeleton } = await run.material();
    const kinds = [SentenceKind.FACT, SentenceKind.FACT, SentenceKind.LAW];
    const words = (ledger?.entries ?? []).map((entry, at) => ({
      text: `Hierover staat geschreven: “${entry.span?.excerpt}”`,
      kind: kinds[at] ?? SentenceKind.FACT,
      claimId: entry.claimId,
      entryIds: [entry.entryId],
    }));
    const text = (skeleton?.sections ?? []).map((section) => ({
      sectionId: section.sectionId,
      sentences: words.filter((one) => section.claims.some(({ claimId }) => claimId === one.claimId)),
    }));
    await run.propose({ case: "draftText", value: { sections: text } });
    expect(label()).toBe("Finalize draft");
    await run.confirm();
    expect(run.context.missingInputs).toEqual([]);
    await run.advance();
    expect(run.context).toMatchObject({
      lifecycle: RunLifecycle.FINALISED,
      nextAction: { kind: NextAction_Kind.DONE },
    });
  });

  it("leaves a memo whose every quote leads back to a tool request", async () => {
    const { views } = demo.test;
    const { nodes, edges } = await views.lineage(run.digestOf("draft_text"), false, 32);
    const kinds = new Set(nodes.map(({ ref }) => ref?.kind.split(".").at(-1)));
    for (const kind of [
      "CitationLedger",
      "EvidenceNeedMap",
      "ToolResult",
      "ToolRequest",
      "EvidenceNeeds",
      "IntentSeed",
    ])
      expect(kinds).toContain(kind);
    const ledger = run.digestOf("citation_ledger");
    const { entries } = fromBinary(CitationLedgerSchema, await views.content(ledger));
    for (const entry of entries)
      expect(edges).toContainEqual(expect.objectContaining({ child: ledger, parent: entry.toolResult?.digest }));
  });
});
