import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import * as api from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { letterCandidate, letters } from "../run/sample-content.ts";
import { final, tools, vaultSearch } from "./scripted-model.ts";
import { owner, TestEngine } from "./support.ts";
import { importParams, waitingRun } from "./waiting-tools.ts";

/** Words that nobody else writes: whoever said them is named beside them. They name nobody and tell no act, so that a title may be made of them. */
const mark = (who: string): string => `canary-${who.toLowerCase()}`;
const canary = (who: string): string => `${mark(who)} hier`;

const bodiesOf = async (test: TestEngine, runId: string): Promise<Buffer> => {
  const stored = await test.parts.store.read(owner, runId, { fromSeq: 1, limit: 1_000 });
  return Buffer.concat(stored.map(({ body }) => body));
};

const artifactsOf = async (test: TestEngine, runId: string): Promise<string> => {
  const { rows } = await test.views.artifacts(runId, "", undefined, 1_000);
  const bytes = await Promise.all(rows.map(({ ref }) => test.views.content(ref?.digest ?? "")));
  return Buffer.concat(bytes).toString("utf8");
};

describe("events since rules 2", () => {
  it("hold no word that a person, a source or a model said, of a whole run with every way to speak in it", async () => {
    const test = await TestEngine.open();
    const { runContext } = await test.engine.create(
      create(api.CreateRunRequestSchema, {
        idempotencyKey: "spoken",
        profileId: "sample",
        title: canary("TITLE-OF-RUN"),
      }),
    );
    const run = await test.newRun("driver");
    run.context = runContext!;
    expect(run.context.title).toBe(canary("TITLE-OF-RUN"));
    const said = ["TITLE-OF-RUN"];
    const say = (who: string): string => {
      said.push(who);
      return canary(who);
    };

    // What a model writes: taken, mended and refused.
    test.model.say(
      () => say("RAW-ANSWER"),
      final({ message: say("MODEL-MESSAGE"), missingInputs: [say("MODEL-MISSING")] }),
    );
    const userPrompt = say("PROMPT");
    while (test.model.hasLine) await run.guide({ userPrompt }).catch(() => run.refresh());
    const parties = [{ role: PartyRole.OPPONENT, names: [say("PARTY")], addresses: ["canary-address@werk.example"] }];
    const intent = { goal: say("GOAL"), tone: say("TONE"), sections: [say("INTENT-SECTION")], parties };
    await run.propose({ case: "intentSeed", value: intent }, { confirm: true });
    await run.advance();
    const claims = [
      { text: `De werkgever heeft een opleiding toegezegd. ${say("CLAIM")}`, claimKind: "promise" },
      { text: say("OWN-CLAIM"), claimKind: "own" },
    ];
    test.model.say(
      final({
        proposal: { skeleton: { sections: [{ title: say("MODEL-SECTION"), claims: [{ text: say("MODEL-CLAIM") }] }] } },
      }),
    );
    await run.guide();
    await run.propose(
      { case: "skeleton", value: { sections: [{ title: say("SECTION"), claims }] } },
      { confirm: true },
    );
    await run.advance();
    test.model.say(tools({ ...vaultSearch("opleiding", "slot:1"), reason: say("MODEL-REASON") }), final());
    await run.guide();
    const add = [{ claimId: "claim:2", description: say("SLOT"), kind: SlotKind.QUOTE, optional: true }];
    await run.propose({ case: "evidenceNeeds", value: { add } as never });
    const pinned = { ...run.command(), evidenceId: "vault:letter-a", slotId: "slot:1", note: say("NOTE") };
    await test.engine.pin(create(api.PinEvidenceRequestSchema, pinned), new AbortController().signal);
    await run.refresh();
    await run.tool("vault.search", { params: { case: "vaultSearch", value: { query: say("QUERY") } } }, "slot:1");
    await run.settle();
    await run.advance();
    const reason = say("BINDING-REASON");
    const bindings = [
      {
        slotId: "slot:1",
        reason,
        evidence: { evidence: { case: "document", value: { evidenceId: "vault:letter-a" } } as const },
      },
      {
        slotId: "slot:3",
        reason,
        evidence: { evidence: { case: "statement", value: { text: say("STATEMENT") } } as const },
      },
    ];
    const own = (await run.material()).needs?.sections[0]?.claims[1]?.required[0]?.slotId ?? "slot:3";
    await run.propose({ case: "needMap", value: { bindings: [bindings[0]!, { ...bindings[1]!, slotId: own }] } });
    await run.confirm();
    await run.advance();
    const { needMap } = await run.material();
    const quoted = needMap?.bindings.find(({ slotId }) => slotId === "slot:1")?.bindingId ?? "";
    const locator = { docUid: "letter-a", exactQuote: letters[0]!.quotes[0]! };
    const spans = [
      { bindingId: quoted, span: { case: "locator", value: locator } as const, adverseClaimIds: ["claim:3"] },
    ];
    await run.propose({ case: "citationLedger", value: { spans } });
    await run.confirm();
    await run.advance();
    const { ledger, skeleton } = await run.material();
    const entry = (claimId: string) => ledger?.entries.find((one) => one.claimId === claimId)?.entryId ?? "";
    const sentences = (first: string) => [
      {
        text: `De werkgever schreef: “${letters[0]!.quotes[0]}”.`,
        kind: SentenceKind.FACT,
        claimId: "claim:2",
        entryIds: [entry("claim:2")],
      },
      { text: first, kind: SentenceKind.OWN_STATEMENT, claimId: "claim:3", entryIds: [entry("claim:3")] },
    ];
    const sectionId = skeleton?.sections[0]?.sectionId ?? "";
    // First a draft that its check refuses: findings are code and offsets.
    const badText = `Zie art. 7:699 BW en “${say("FALSE-QUOTE")}”.`;
    await run.propose({
      case: "draftText",
      value: { title: say("MEMO"), sections: [{ sectionId, sentences: sentences(badText) }] },
    });
    expect(run.context.missingInputs.length).toBeGreaterThan(1);
    expect(run.context.missingInputs.every(({ description }) => description !== "")).toBe(true);
    const adverseDismissals = [{ entryId: entry("claim:2"), claimId: "claim:3", reason: say("DISMISSAL") }];
    const good = {
      title: say("TITLE-OF-MEMO"),
      sections: [{ sectionId, sentences: sentences(canary("STATEMENT")) }],
      adverseDismissals,
    };
    await run.propose({ case: "draftText", value: good });
    await run.confirm();
    await run.advance();
    await test.engine.rewind(
      create(api.RewindRequestSchema, { ...run.command(), toState: S.DRAFT, reason: say("REWIND") }),
    );
    const forked = await test.engine.create(
      create(api.CreateRunRequestSchema, { idempotencyKey: "fork", fork: { runId: run.runId, change: say("FORK") } }),
    );

    const runs = [run.runId, forked.runContext?.runId ?? ""];
    const events = Buffer.concat(await Promise.all(runs.map((id) => bodiesOf(test, id))));
    const artifacts = (await Promise.all(runs.map((id) => artifactsOf(test, id)))).join("");
    for (const who of said) {
      expect([who, artifacts.includes(canary(who))]).toEqual([who, true]);
      expect([who, events.includes(mark(who))]).toEqual([who, false]);
    }
    for (const word of [
      "CANARY-LETTER",
      "CANARY-TITLE",
      "CANARY-SNIPPET",
      "canary-address",
      letters[0]!.quotes[0]!,
      "7:699",
    ])
      expect([word, events.includes(word)]).toEqual([word, false]);
    expect(events.includes(letterCandidate(letters[0]!).title)).toBe(false);
  });

  it("hold no reason of a refusal, and whoever asks is told it all the same", async () => {
    const { test, run } = await waitingRun();
    const { request } = await run.requestTool("vault.import", importParams());
    const reason = canary("DECLINE");
    await run.decide(request?.id ?? "", ToolDecision.DENY, { reason });
    expect((await bodiesOf(test, run.runId)).includes(mark("DECLINE"))).toBe(false);
    expect(await artifactsOf(test, run.runId)).toContain(reason);
  });
});
