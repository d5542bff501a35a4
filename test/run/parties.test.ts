import { describe, expect, it } from "vitest";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { finish, runAt, settle } from "./drive.ts";
import { refusal } from "./refusal.ts";
import { model, TestRun } from "./support.ts";

const goal = "Betaling van de opleiding krijgen";
const anna = { role: PartyRole.AUTHOR, names: ["Anna Bos"], addresses: ["Anna@thuis.example"] };
const kees = { role: PartyRole.REPRESENTATIVE, names: ["Kees Vlieger"], addresses: ["kees@werk.example"] };

const propose = (run: TestRun, value: object, actor?: typeof model) =>
  run.propose({ case: "intentSeed", value: { goal, ...value } } as never, {
    ...(actor ? { actor } : { confirm: true }),
  });
const withBoth = () => propose(new TestRun(), { parties: [anna, kees] });
const idsOf = (run: TestRun) => run.material.intent?.parties.map(({ partyId, names }) => [partyId, names[0]]);

describe("the parties of an intent", () => {
  it("get ids of the kernel, addresses in small letters, and the other side as whom a representative speaks for", () => {
    const run = withBoth();
    expect(run.material.intent?.parties).toMatchObject([
      { partyId: "party:1", addresses: ["anna@thuis.example"], represents: PartyRole.UNSPECIFIED },
      { partyId: "party:2", represents: PartyRole.OPPONENT },
    ]);
  });

  it("stay where a later proposal does not name them, and are the same where it says the same", () => {
    const run = propose(propose(withBoth(), { tone: "kort" }), { parties: [anna] });
    expect(idsOf(run)).toEqual([
      ["party:1", "Anna Bos"],
      ["party:2", "Kees Vlieger"],
    ]);
  });

  it("are replaced by their id, which stays, and never given an id again that was dropped", () => {
    const run = propose(withBoth(), { parties: [{ ...kees, partyId: "party:2", names: ["K. Vlieger"] }] });
    expect(idsOf(run)?.[1]).toEqual(["party:2", "K. Vlieger"]);
    propose(run, { dropPartyIds: ["party:2"], parties: [kees] });
    expect(idsOf(run)).toEqual([
      ["party:1", "Anna Bos"],
      ["party:3", "Kees Vlieger"],
    ]);
  });

  it.each<[string, object, typeof model | undefined]>([
    ["a party that is not there is replaced", { parties: [{ ...kees, partyId: "party:9" }] }, undefined],
    ["a party that is not there is dropped", { dropPartyIds: ["party:9"] }, undefined],
    ["two parties have one address", { parties: [{ ...kees, addresses: ["anna@thuis.example"] }] }, undefined],
    ["a model drops one", { dropPartyIds: ["party:1"] }, model],
  ])("are refused where %s", (_name, value, actor) => {
    const run = withBoth();
    const two = "parties" in value && _name.startsWith("two") ? propose(new TestRun(), { parties: [anna] }) : run;
    expect(refusal(() => propose(two, value, actor))).toBe("PROPOSAL_INVALID");
  });

  it("are put forward by a model and confirmed by a person", () => {
    const run = propose(new TestRun(), { parties: [anna] }, model);
    expect(run.record?.items).toMatchObject([{ itemId: "intent", decision: ItemDecision.UNSPECIFIED }]);
    expect(idsOf(run.confirmAll())).toEqual([["party:1", "Anna Bos"]]);
  });

  it("can be mended from DRAFT by a rewind that keeps everything that rests on nobody's speaking", () => {
    const run = finish(withBoth());
    run.rewind(S.INTENT_SEED);
    propose(run, { parties: [{ ...kees, partyId: "party:2", names: ["K. Vlieger"] }] });
    while (run.snapshot.state < S.DRAFT) run.advance();
    const asked = run.snapshot.stages.flatMap((stage) => stage.items.filter((item) => !item.decision));
    expect(asked).toEqual([]);
  });

  it("are asked again with the intent where they change, with the path told", () => {
    const run = settle(runAt(S.INTENT_SEED, withBoth()));
    propose(run, { parties: [{ ...kees, partyId: "party:2", names: ["K. Vlieger"] }] }, model);
    expect(run.record?.items).toMatchObject([{ decision: ItemDecision.UNSPECIFIED }]);
    expect(run.snapshot.stale).toMatchObject([{ path: ["intent/parties"] }]);
  });
});
