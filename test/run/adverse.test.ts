import { describe, expect, it } from "vitest";
import type { DraftTextProposal } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { WordsSchema } from "../../gen/pincite/memo/v1/words_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { missingInputs } from "../../src/run/missing-inputs.ts";
import { draftProposal, quoteFor, runAt, settle } from "./drive.ts";
import { refusal } from "./refusal.ts";
import { model, type ProposalInit, type TestRun } from "./support.ts";

const claimId = "claim:2";

/** A run at its draft whose quote for claim:1 is marked as adverse to claim:2. */
const marked = (): { run: TestRun; entryId: string } => {
  const run = settle(runAt(S.SPAN_RESOLUTION));
  const { bindingId } = run.material.ledger!.entries.find(({ span }) => span)!;
  const spans = [{ ...quoteFor(run, bindingId), adverseClaimIds: [claimId] }];
  run.propose({ case: "citationLedger", value: { spans } });
  settle(run).advance();
  const entry = run.material.ledger!.entries.find(({ adverseClaimIds }) => adverseClaimIds.length > 0);
  return { run, entryId: entry?.entryId ?? "" };
};

const drafted = (run: TestRun, change: (value: DraftTextProposal) => object): ProposalInit => {
  const proposal = draftProposal(run);
  const value = proposal.value as DraftTextProposal;
  return { case: "draftText", value: { ...value, ...change(value) } } as never;
};
const findings = (run: TestRun) =>
  missingInputs(run.snapshot).filter(({ rule }) => rule === DraftRule.ADVERSE_UNANSWERED);
const dismissal = (entryId: string, reason = "Dat gaat over een ander jaar.") => ({
  adverseDismissals: [{ entryId, claimId, reason }],
});

describe("adverse evidence", () => {
  it("keeps the memo from being finalised while no sentence of its claim answers it, and says what mends it", () => {
    const { run, entryId } = marked();
    run.propose(drafted(run, () => ({})));
    expect(findings(run)).toMatchObject([
      { subjectId: claimId, remedy: { kind: Remedy_Kind.DISMISS, entryIds: [entryId] } },
    ]);
    expect(findings(run)[0]?.description).toContain("Bewijs".toLowerCase());
    run.confirmAll();
    expect(refusal(() => run.advance())).toBe("MISSING_INPUTS");
  });

  it("is answered by a sentence of the claim that cites it", () => {
    const { run, entryId } = marked();
    const cite = ({ sections }: DraftTextProposal) => ({
      sections: sections.map((section) => ({
        ...section,
        sentences: section.sentences.map((one) =>
          one.claimId === claimId ? { ...one, entryIds: [...one.entryIds, entryId] } : one,
        ),
      })),
    });
    run.propose(drafted(run, cite)).confirmAll().advance();
    expect(run.events.at(-1)?.event.case).toBe("runFinalised");
  });

  it("is dismissed by a person with a reason, which is an artifact and stays with later drafts", () => {
    const { run, entryId } = marked();
    run.propose(drafted(run, () => dismissal(entryId)));
    expect(findings(run)).toEqual([]);
    const [kept] = run.material.proposals.draft!.adverseDismissals;
    const ref = run.events.at(-1)?.artifacts.find(({ role }) => role === "words")?.ref;
    expect(ref?.digest).toBe(kept?.reasonDigest);
    expect(run.read(WordsSchema, ref)?.text).toBe("Dat gaat over een ander jaar.");
    run.propose(drafted(run, () => ({})));
    expect(findings(run)).toEqual([]);
  });

  it.each<[string, (entryId: string) => object, typeof model | undefined]>([
    ["by a model", (entryId) => dismissal(entryId), model],
    ["with a reason that says nothing", (entryId) => dismissal(entryId, "   nee    "), undefined],
    [
      "where nothing is marked",
      (entryId) => ({ adverseDismissals: [{ entryId, claimId: "claim:1", reason: "Lang genoeg." }] }),
      undefined,
    ],
  ])("is not dismissed %s", (_name, change, actor) => {
    const { run, entryId } = marked();
    expect(
      refusal(() =>
        run.propose(
          drafted(run, () => change(entryId)),
          actor ? { actor } : {},
        ),
      ),
    ).toBe("PROPOSAL_INVALID");
  });

  it("is marked by a model too, which takes no mark away; a person may", () => {
    const { run } = marked();
    run.rewind(S.SPAN_RESOLUTION);
    const { bindingId } = run.material.ledger!.entries.find(({ span }) => span)!;
    const again: ProposalInit = { case: "citationLedger", value: { spans: [quoteFor(run, bindingId)] } };
    const marks = () => run.material.proposals.ledger!.entries.flatMap(({ adverseClaimIds }) => adverseClaimIds);
    run.propose(again, { actor: model });
    expect(marks()).toEqual([claimId]);
    run.propose(again);
    expect(marks()).toEqual([]);
  });

  it("is not marked against a claim that the outline has not", () => {
    const run = settle(runAt(S.SPAN_RESOLUTION));
    const { bindingId } = run.material.ledger!.entries.find(({ span }) => span)!;
    const spans = [{ ...quoteFor(run, bindingId), adverseClaimIds: ["claim:99"] }];
    expect(refusal(() => run.propose({ case: "citationLedger", value: { spans } }))).toBe("PROPOSAL_INVALID");
  });
});
