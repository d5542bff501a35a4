import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { acceptTurn, type ExpectedTurn } from "../../src/model/accept.ts";
import { quotesOf } from "../../src/model/repair.ts";
import { describeWithData } from "../support/shared-data.ts";
import { expectedTurn, finalAnswer, searchTurn, utf8 } from "./turns.ts";

const reasonOf = (output: unknown, change: Partial<ExpectedTurn> = {}): string => {
  const decision = acceptTurn(utf8(output), expectedTurn(change));
  return decision.ok ? "accepted" : decision.reason;
};

const shown = [{ id: "toolres:01A", outputText: "De werkgever zal\nthuiswerken toestaan. art. 7:611 BW" }];
const quoting = (exactQuote: string, toolResultId = "toolres:01A") =>
  finalAnswer({ evidence: { quote: { exactQuote }, toolResultId } });

describe("a turn in the one envelope", () => {
  it("is accepted at the first try when it is clean", () => {
    expect(reasonOf(searchTurn())).toBe("accepted");
    expect(reasonOf(finalAnswer())).toBe("accepted");
    expect(reasonOf(`\n ${JSON.stringify(finalAnswer())}\n`)).toBe("accepted");
  });

  it("is accepted with the proto's own field names, as proto3-JSON allows", () => {
    const request = {
      tool_name: "vault.search",
      reason: "r",
      slot_id: "slot:1",
      params: { vault_search: { query: "q" } },
    };
    expect(reasonOf({ nonce: "n-1", tool: { requests: [request] } })).toBe("accepted");
  });

  const format = "tool_call_invalid_format";
  const badFormats: [string, unknown][] = [
    ["plain text", "I would like to search the vault."],
    ["a fenced object", `\`\`\`json\n${JSON.stringify(searchTurn())}\n\`\`\``],
    ["prose before", `Here: ${JSON.stringify(searchTurn())}`],
    ["prose behind", `${JSON.stringify(searchTurn())} done`],
    ["a byte order mark", `\ufeff${JSON.stringify(searchTurn())}`],
    ["an array", [searchTurn()]],
    ["an unknown key", { ...searchTurn(), thoughts: "x" }],
    ["null in a list", { ...finalAnswer(), final: { ...finalAnswer().final, missingInputs: [null] } }],
    ["tools and a final answer", { ...searchTurn(), ...finalAnswer() }],
    ["neither", { nonce: "n-1" }],
    ["a key twice", '{"nonce":"n-1","nonce":"n-1","final":{"nextAction":"Rewind"}}'],
    ["a field under both its names", { ...finalAnswer({ next_action: "Rewind" }) }],
    ["a request that is a string", { nonce: "n-1", tool: { requests: ["vault.search"] } }],
    ["a next action of its own", finalAnswer({ nextAction: "Search the web" })],
    ["the next action of another stage", finalAnswer({ nextAction: "Finalize draft" })],
  ];
  it.each(badFormats)("is rejected as badly formed: %s", (_name, output) => {
    expect(reasonOf(output)).toBe(format);
  });

  it("may suggest searches of its stage in a final answer, at the step limit too, and nothing else", () => {
    const { nonce: _, tool } = searchTurn({ slotId: "slot:1" });
    const suggesting = (change: Record<string, unknown> = {}) =>
      finalAnswer({ suggestedSearches: [{ ...tool.requests[0], ...change }] });
    const searches = ["vault.search"];
    expect(reasonOf(suggesting(), { searches })).toBe("accepted");
    expect(reasonOf(suggesting(), { searches, allowedTools: [], finalOnly: true })).toBe("accepted");
    expect(reasonOf(suggesting())).toBe("tool_call_unknown_tool");
    expect(reasonOf(suggesting({ toolName: "vault.import" }), { searches })).toBe("tool_call_unknown_tool");
    const otherParams = { params: { lawbotSearch: { query: "q" } } };
    expect(reasonOf(suggesting(otherParams), { searches })).toBe("tool_call_invalid_args");
    const unknownField = { params: { vaultSearch: { q: 1 } } };
    expect(reasonOf(suggesting(unknownField), { searches })).toBe("tool_call_invalid_args");
    const six = { suggestedSearches: Array.from({ length: 6 }, () => tool.requests[0]) };
    expect(reasonOf(finalAnswer(six), { searches })).toBe("tool_call_invalid_args");
    const thinking = suggesting({ reason: "<think>look at slot 1</think> Fewer words." });
    expect(reasonOf(thinking, { searches })).toBe("grounding_cot_leak");
  });

  it("is rejected as multiple when a second object or too many requests come", () => {
    const one = searchTurn();
    expect(reasonOf(JSON.stringify(one) + JSON.stringify(one))).toBe("tool_call_multiple");
    const requests = Array.from({ length: 3 }, () => one.tool.requests[0]);
    expect(reasonOf({ nonce: "n-1", tool: { requests } })).toBe("tool_call_multiple");
  });

  it("is rejected for a wrong nonce before anything it asks for is looked at", () => {
    expect(reasonOf(searchTurn({}, "n-2"))).toBe("tool_call_nonce_invalid");
    expect(reasonOf(searchTurn({ toolName: "shell" }, "n-2"))).toBe("tool_call_nonce_invalid");
    expect(reasonOf(searchTurn({ params: { vaultSearch: { q: 1 } } }, ""))).toBe("tool_call_nonce_invalid");
    expect(reasonOf({ final: finalAnswer().final })).toBe("tool_call_nonce_invalid");
  });

  it("is rejected for a tool that is not one of this step", () => {
    for (const toolName of ["shell", "vault.import", "vault.get_spans", "Vault.Search", "vault.search "])
      expect(reasonOf(searchTurn({ toolName })), toolName).toBe("tool_call_unknown_tool");
  });

  const badArgs: [string, unknown][] = [
    ["an unknown argument", searchTurn({ params: { vaultSearch: { query: "q", path: "/etc" } } })],
    ["a wrong type", searchTurn({ params: { vaultSearch: { query: 7 } } })],
    ["a number as a string", searchTurn({ params: { vaultSearch: { limit: "7" } } })],
    ["a negative limit", searchTurn({ params: { vaultSearch: { limit: -1 } } })],
    ["a limit past its bound", searchTurn({ params: { vaultSearch: { limit: 51 } } })],
    ["a query that is too long", searchTurn({ params: { vaultSearch: { query: "x".repeat(401) } } })],
    ["parameters of another tool", searchTurn({ params: { lawbotSearch: { query: "q" } } })],
    ["opaque parameters for a known tool", searchTurn({ params: { opaque: { typeName: "x", value: "" } } })],
    ["no parameters", searchTurn({ params: {} })],
    ["no reason", searchTurn({ reason: "" })],
    ["no request at all", { nonce: "n-1", tool: { requests: [] } }],
    ["a proposal of another stage", finalAnswer({ proposal: { intentSeed: { goal: "x" } } })],
    ["a proposal that breaks its rules", finalAnswer({ proposal: { evidenceNeeds: { links: [{ slotId: "s" }] } } })],
  ];
  it.each(badArgs)("is rejected for its arguments: %s", (_name, output) => {
    expect(reasonOf(output)).toBe("tool_call_invalid_args");
  });

  it("is rejected for a numeric enum value", () => {
    const add = [{ claimId: "claim:1", description: "x", kind: 1 }];
    expect(reasonOf(finalAnswer({ proposal: { evidenceNeeds: { add } } }))).toBe(format);
    const named = [{ claimId: "claim:1", description: "x", kind: "SLOT_KIND_QUOTE" }];
    expect(reasonOf(finalAnswer({ proposal: { evidenceNeeds: { add: named } } }))).toBe("accepted");
  });

  it("is rejected past its size, and for tools at the step limit", () => {
    expect(reasonOf(finalAnswer(), { outputBytesMax: 20 })).toBe("tool_call_output_limit");
    expect(reasonOf(searchTurn(), { finalOnly: true })).toBe(format);
  });

  it("never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(utf8)), (raw) => {
        expect(acceptTurn(raw, expectedTurn()).ok).toBe(false);
      }),
    );
  });

  it("never says the model's words in its failure", () => {
    const secret = "kanarie42";
    for (const output of [
      searchTurn({ toolName: secret }),
      searchTurn({ params: { vaultSearch: { query: secret.repeat(99) } } }),
      finalAnswer({ message: `<think>${secret}</think>` }),
      `${secret} {}`,
    ]) {
      const decision = acceptTurn(utf8(output), expectedTurn());
      expect(decision.ok).toBe(false);
      if (!decision.ok) expect(decision.firstFailure).not.toContain(secret);
    }
  });
});

describeWithData("a turn against real outputs of small models", "json-llm-outputs", (folder) => {
  it("takes none of them for a turn, since each is another format", () => {
    const lines =
      folder === ""
        ? []
        : gunzipSync(readFileSync(join(folder, "outputs.jsonl.gz")))
            .toString("utf8")
            .trim()
            .split("\n");
    const taken = lines.filter(
      (line) => acceptTurn(utf8((JSON.parse(line) as { raw: string }).raw), expectedTurn()).ok,
    );
    expect(taken).toEqual([]);
    expect(lines.length).toBeGreaterThan(100);
  });
});

describe("what an accepted envelope may say", () => {
  it("is no search that this run has no result of", () => {
    for (const message of [
      "I searched the vault and found three e-mails.",
      "I've found the letter.",
      "The search returned nothing.",
      "Ik heb in de stukken gezocht.",
      "Er zijn twee e-mails gevonden.",
    ])
      expect(reasonOf(finalAnswer({ message })), message).toBe("grounding_evidence_invalid");
    expect(reasonOf(finalAnswer({ message: "I searched the vault." }), { toolResults: shown })).toBe("accepted");
    expect(reasonOf(finalAnswer({ message: "Nothing is known yet; pin the letter." }))).toBe("accepted");
  });

  it("is a quote only where the cited result shows its words", () => {
    expect(reasonOf(quoting("De werkgever zal thuiswerken toestaan."), { toolResults: shown })).toBe("accepted");
    expect(reasonOf(quoting("De werkgever zal nooit"), { toolResults: shown })).toBe("grounding_quote_not_found");
    expect(reasonOf(quoting("De werkgever", "toolres:01B"), { toolResults: shown })).toBe("grounding_evidence_invalid");
  });

  it("is a place only where the cited result shows it", () => {
    const at = (location: string) => finalAnswer({ evidence: { location: { location }, toolResultId: "toolres:01A" } });
    expect(reasonOf(at("art. 7:611 BW"), { toolResults: shown })).toBe("accepted");
    expect(reasonOf(at("art. 7:629 BW"), { toolResults: shown })).toBe("grounding_evidence_invalid");
    expect(reasonOf(at(""), { toolResults: shown })).toBe("tool_call_invalid_args");
  });

  it("quotes nothing in its message that it was not shown", () => {
    const message = "The letter says “we will never pay you again”.";
    expect(reasonOf(finalAnswer({ message }), { toolResults: shown })).toBe("grounding_quote_not_found");
    const alsoShown = ["They wrote: we will never pay you again"];
    expect(reasonOf(finalAnswer({ message }), { toolResults: shown, alsoShown })).toBe("accepted");
  });

  // A soft hyphen stands in a mail where its line may break; the prompt has it written out, and nobody sees it in the mail.
  it.each(["thuis\u00adwerken", "thuis<U+00AD>werken", "thuiswerken"])(
    "quotes honestly around what nobody sees: %s",
    (word) => {
      const toolResults = [{ id: "toolres:01A", outputText: "De werkgever zal thuis<U+00AD>werken toestaan." }];
      expect(reasonOf(quoting(`De werkgever zal ${word}`), { toolResults })).toBe("accepted");
      const message = (end: string) => finalAnswer({ message: `Er staat “de brief zegt ${word} ${end}”.` });
      const alsoShown = ["de brief zegt thuis\u00adwerken mag"];
      expect(reasonOf(message("mag"), { toolResults, alsoShown })).toBe("accepted");
      expect(reasonOf(message("moet"), { toolResults, alsoShown })).toBe("grounding_quote_not_found");
    },
  );

  it("gives exact words with the characters that the prompt wrote out", () => {
    const toolResults = [{ id: "toolres:01A", outputText: "zal thuis<U+00AD>werken toestaan" }];
    const decision = acceptTurn(utf8(quoting("thuis<U+00AD>werken")), expectedTurn({ toolResults }));
    expect(decision.ok && quotesOf(decision.turn)).toEqual(["thuis\u00adwerken"]);
  });

  it("names no tool result that does not exist", () => {
    expect(reasonOf(finalAnswer({ message: "See toolres:01Z." }), { toolResults: shown })).toBe(
      "grounding_evidence_invalid",
    );
  });

  it("holds no reasoning and no tool syntax, in proposals neither", () => {
    const skeleton = (text: string) => ({
      ...finalAnswer({
        nextAction: "Approve skeleton",
        proposal: { skeleton: { sections: [{ title: "T", claims: [{ text }] }] } },
      }),
    });
    const state = OrchestratorState.SKELETON;
    expect(reasonOf(skeleton("The employer promised it."), { state })).toBe("accepted");
    expect(reasonOf(skeleton("<think>hm</think> The employer promised it."), { state })).toBe("grounding_cot_leak");
    expect(reasonOf(finalAnswer({ message: "Okay, let me think about this first." }))).toBe("grounding_cot_leak");
    expect(reasonOf(finalAnswer({ message: 'Next: {"tool_name": "vault.search"}' }))).toBe("grounding_tool_syntax");
    expect(reasonOf(finalAnswer({ message: "TOOL_CONTEXT_START" }))).toBe("grounding_tool_syntax");
    expect(reasonOf(finalAnswer({ message: "A vault.search for the letter would help." }))).toBe("accepted");
  });
});
