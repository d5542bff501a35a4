import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { toolSpecs } from "../../src/tool/catalogue.ts";
import { allowedTools, decide, type PolicyQuestion, type Requester } from "../../src/tool/policy.ts";

const stages = [
  OrchestratorState.INTENT_SEED,
  OrchestratorState.SKELETON,
  OrchestratorState.EVIDENCE_NEEDS,
  OrchestratorState.EVIDENCE_BINDING,
  OrchestratorState.SPAN_RESOLUTION,
  OrchestratorState.DRAFT,
];
const available = toolSpecs.map((spec) => spec.name);

// Design §5, written down a second time by hand. One letter a stage, INTENT_SEED to DRAFT: A runs at once, ? asks a
// person, . is refused. Columns: model without and with the case-law opt-in, user without and with it.
const expected = `
  vault.search                    ..AA..  ..AA..  ..AA..  ..AA..
  vault.bundle.inspect            ..A...  ..A...  ..A...  ..A...
  lawbot.search                   ..AA..  ..AA..  ..AA..  ..AA..
  vault.resolve_ids               ...A..  ...A..  ...A..  ...A..
  lawbot.resolve_citations        ...A..  ...A..  ...A..  ...A..
  vault.get_spans                 ...AA.  ...AA.  ...AA.  ...AA.
  lawbot.get_spans                ....A.  ....A.  ....A.  ....A.
  lawbot.case_search              ......  ..??..  ......  ..AA..
  lawbot.case_resolve_citations   ......  ...?..  ......  ...A..
  lawbot.case_get_spans           ......  ....?.  ......  ....A.
  vault.import                    ......  ......  ????..  ????..
  vault.bundle.attach             ......  ......  ????..  ????..
`
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/) as [string, string, string, string, string]);

const letter = { ALLOW: "A", ASK: "?", REFUSE: "." };

const lettersOf = (toolName: string, requester: Requester, caseLaw: boolean): string =>
  stages
    .map((state) => letter[decide({ toolName, state, requester, profile: { caseLaw }, available }).decision])
    .join("");

describe("the policy", () => {
  it("has exactly the tools of the design", () => {
    expect(available.toSorted()).toEqual(expected.map(([name]) => name).toSorted());
  });

  it.each(expected)("decides every cell of %s as the design does", (name, model, modelOptedIn, user, userOptedIn) => {
    expect(lettersOf(name, "llm", false)).toBe(model);
    expect(lettersOf(name, "llm", true)).toBe(modelOptedIn);
    expect(lettersOf(name, "user", false)).toBe(user);
    expect(lettersOf(name, "user", true)).toBe(userOptedIn);
  });

  const reading: PolicyQuestion = {
    toolName: "vault.search",
    state: OrchestratorState.EVIDENCE_NEEDS,
    requester: "llm",
    profile: { caseLaw: false },
    available,
  };

  it("says where a tool is allowed when it refuses it for the stage", () => {
    expect(decide({ ...reading, state: OrchestratorState.DRAFT }).reason).toBe(
      "vault.search is not allowed in DRAFT; it is allowed in EVIDENCE_NEEDS and EVIDENCE_BINDING",
    );
    expect(decide({ ...reading, toolName: "vault.import", state: OrchestratorState.DRAFT }).reason).toBe(
      "vault.import is not allowed in DRAFT; it is allowed in INTENT_SEED, SKELETON, EVIDENCE_NEEDS and EVIDENCE_BINDING",
    );
  });

  it("lets documents be asked where a place is while bindings are made, and for words to cite only afterwards", () => {
    const locator = { docUid: "a".repeat(64), exactQuote: "" };
    const page = { locator, place: { named: { case: "page" as const, value: 3 } } };
    const asked = (queries: object[]) =>
      create(ToolRequestParamsSchema, { params: { case: "vaultGetSpans", value: { queries } } });
    const question = { ...reading, toolName: "vault.get_spans", state: OrchestratorState.EVIDENCE_BINDING };
    expect(decide({ ...question, params: asked([page]) }).decision).toBe("ALLOW");
    const quote = { locator: { ...locator, exactQuote: "Ja." } };
    expect(decide({ ...question, params: asked([page, quote]) })).toMatchObject({
      decision: "REFUSE",
      reason: expect.stringContaining("resolves places alone in EVIDENCE_BINDING"),
    });
    const later = { ...question, state: OrchestratorState.SPAN_RESOLUTION };
    expect(decide({ ...later, params: asked([page, quote]) }).decision).toBe("ALLOW");
  });

  // What a model or a confused caller may send; none of it is declared, so all of it is refused.
  it.each([
    ["a tool of another product", { toolName: "fs_tree" }],
    ["a name in other letters", { toolName: "Vault.Search" }],
    ["a name with a space", { toolName: "vault.search " }],
    ["no name", { toolName: "" }],
    ["a property of every object", { toolName: "constructor" }],
    ["no stage", { state: OrchestratorState.UNSPECIFIED }],
    ["a stage that does not exist", { state: 99 as OrchestratorState }],
    ["a requester who is neither", { requester: "system" as Requester }],
    ["a server without executor", { available: [] }],
    ["a server with another executor", { available: ["lawbot.search"] }],
  ])("refuses %s and says why", (_, change) => {
    const answer = decide({ ...reading, ...change });
    expect(answer.decision).toBe("REFUSE");
    expect(answer.reason).not.toBe("");
  });

  it("shows no more of an invented name than 64 characters, as a quoted string", () => {
    const { reason } = decide({ ...reading, toolName: `x\n${"y".repeat(500)}` });
    expect(reason).toContain(String.raw`"x\nyyy`);
    expect(reason.length).toBeLessThan(160);
  });

  it("refuses a request whose parameters are those of another tool", () => {
    const params = create(ToolRequestParamsSchema, { params: { case: "vaultImport", value: { path: "a.eml" } } });
    expect(decide({ ...reading, params })).toEqual({
      decision: "REFUSE",
      reason: "vault.search takes `vault_search`, and the request carries `vault_import`",
    });
  });

  it("lets a standing approval start opt-in reads and nothing else", () => {
    const always = { grants: available, profile: { caseLaw: true } };
    const asked = (toolName: string, requester: Requester) =>
      decide({ ...reading, ...always, toolName, requester }).decision;
    expect(asked("lawbot.case_search", "llm")).toBe("ALLOW");
    expect(asked("vault.import", "user")).toBe("ASK");
    expect(asked("vault.import", "llm")).toBe("REFUSE");
    expect(decide({ ...reading, grants: available, toolName: "lawbot.case_search" }).decision).toBe("REFUSE");
  });

  it("lists the tools of a stage with who starts them, and only those the server can run", () => {
    const needs = allowedTools(OrchestratorState.EVIDENCE_NEEDS, { caseLaw: true }, available);
    expect(needs.map((tool) => [tool.toolName, tool.autoRun, tool.requiresUserConfirm])).toEqual([
      ["lawbot.case_search", false, true],
      ["lawbot.search", true, false],
      ["vault.bundle.attach", false, true],
      ["vault.bundle.inspect", true, false],
      ["vault.import", false, true],
      ["vault.search", true, false],
    ]);
    const few = allowedTools(OrchestratorState.EVIDENCE_NEEDS, { caseLaw: false }, ["vault.search", "vault.get_spans"]);
    expect(few.map((tool) => tool.toolName)).toEqual(["vault.search"]);
    expect(allowedTools(OrchestratorState.DRAFT, { caseLaw: true }, available)).toEqual([]);
  });
});
