import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AttemptGate, AttemptGateSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { acceptTurn, type ExpectedTurn } from "../../../src/model/accept.ts";
import { writeEnvelope } from "../../../src/model/providers/envelope.ts";
import { type Attempt, repairTurn } from "../../../src/model/repair.ts";
import { expectedTurn, finalAnswer, searchTurn, utf8 } from "../turns.ts";

const output = (text: unknown) => ({ raw: utf8(text), inputTokens: 1, outputTokens: 2 });

/** Runs one step: the first output, then what the model writes when asked again; says what came of it. */
const repaired = async (first: unknown, again: unknown[] = [], change: Partial<ExpectedTurn> = {}) => {
  const attempts: Attempt[] = [];
  const asked: number[] = [];
  const expected = expectedTurn(change);
  const result = await repairTurn(output(first), expected, {
    async reformat({ number }) {
      asked.push(number);
      const next = again[number - 1];
      return next === undefined ? undefined : output(next);
    },
    async record(attempt) {
      attempts.push(attempt);
    },
  });
  if (result.ok) expect(acceptTurn(writeEnvelope(result.turn), expected).ok).toBe(true);
  const how = result.ok ? (result.degraded ? "text" : (result.turn.turn.case as string)) : result.reason;
  return { how, result, attempts, asked, gates: attempts.map((one) => AttemptGateSchema.value[one.gate]?.localName) };
};

const search = JSON.stringify(searchTurn());

describe("a model's output in REPAIR", () => {
  it("is taken as it is when it is clean, and nothing else is looked at", async () => {
    const { how, attempts, asked } = await repaired(searchTurn());
    expect([how, asked]).toEqual(["tool", []]);
    expect(attempts).toMatchObject([
      { reformat: 0, slice: undefined, repairs: [], rejectReason: "", gate: AttemptGate.ACCEPTED },
    ]);
  });

  it.each([
    ["fences", `\`\`\`json\n${search}\n\`\`\``, ["fence"]],
    ["prose around", `Sure, I will search. ${search} Done.`, ["prose"]],
    ["reasoning before", `<think>{what} now?</think>${search}`, ["reasoning"]],
    ["single quotes", search.replaceAll('"', "'"), ["quotes"]],
    ["seed 000", { tool: "vault.search", args: { query: "x" }, nonce: "n-1" }, ["envelope_000"]],
    [
      "seed 000 as decision",
      { action: "tool", tool: "vault.search", args: { query: "x" }, nonce: "n-1" },
      ["envelope_000"],
    ],
    [
      "seed 003",
      { tool_request: { tool_id: "lawbot.search", reason: "why", inputs: { query: "x" } }, nonce: "n-1" },
      ["envelope_003"],
    ],
    ["seed 004", { type: "tool_call", name: "vault.search", args: { query: "x" }, nonce: "n-1" }, ["envelope_004"]],
  ])("is mended: %s", async (_name, first, repairs) => {
    const { how, attempts, asked } = await repaired(first);
    expect([how, asked]).toEqual(["tool", []]);
    expect(attempts).toMatchObject([{ repairs, rejectReason: "", gate: AttemptGate.ACCEPTED }]);
    expect(attempts[0]?.slice).toBeDefined();
  });

  it("is written again at most twice, and each attempt is kept in order with what followed", async () => {
    const { how, asked, gates, attempts } = await repaired("I search.", ["I search now.", search, search]);
    expect([how, asked]).toEqual(["tool", [1, 2]]);
    expect(gates).toEqual(["REFORMAT", "REFORMAT", "ACCEPTED"]);
    expect(attempts.map((one) => [one.reformat, one.rejectReason])).toEqual([
      [0, "tool_call_invalid_format"],
      [1, "tool_call_invalid_format"],
      [2, ""],
    ]);
    expect((await repaired("I", ["would", "search", search])).asked).toEqual([1, 2]);
  });

  it("degrades to text when it never takes the form, and the text is checked like any message", async () => {
    const { how, gates, result } = await repaired("Pin the letter first, please.", ["no", "no"]);
    expect([how, gates]).toEqual(["text", ["REFORMAT", "REFORMAT", "TEXT"]]);
    expect(result).toMatchObject({
      ok: true,
      turn: { turn: { case: "final", value: { message: "Pin the letter first, please." } } },
    });
    expect((await repaired("I searched the vault and found it.", ["no", "no"])).how).toBe("grounding_evidence_invalid");
    expect((await repaired("vault.search(query)", ["no", "no"])).how).toBe("grounding_tool_syntax");
    expect((await repaired("Let me think about it.", ["no", "no"])).how).toBe("grounding_cot_leak");
  });

  it("stops instead of degrading where a tool was required, and where the words are half an envelope", async () => {
    const required = await repaired("Pin the letter first.", ["no", "no"], { toolRequired: true });
    expect([required.how, required.gates.at(-1)]).toEqual(["tool_call_invalid_format", "STOPPED"]);
    expect((await repaired(finalAnswer(), ["no", "no"], { toolRequired: true })).how).toBe("tool_call_invalid_format");
    expect((await repaired('{"nonce": "n-1", "final": {"mess', ["no", "no"])).how).toBe("tool_call_invalid_format");
  });

  it.each([
    ["a wrong nonce", searchTurn({}, "n-2"), "tool_call_nonce_invalid"],
    ["a wrong nonce in fences", `\`\`\`\n${JSON.stringify(searchTurn({}, "n-2"))}\n\`\`\``, "tool_call_nonce_invalid"],
    ["a wrong nonce in an older envelope", { tool: "vault.search", args: {}, nonce: "n-2" }, "tool_call_nonce_invalid"],
    ["a claim without a result", finalAnswer({ message: "I searched the vault." }), "grounding_evidence_invalid"],
    ["reasoning in a message", finalAnswer({ message: "<think>x</think>" }), "grounding_cot_leak"],
    ["too much of it", `"${"x".repeat(200_000)}"`, "tool_call_output_limit"],
  ])("stops at once, without another call, at %s", async (_name, first, reason) => {
    const { how, asked, gates } = await repaired(first, [search, search]);
    expect([how, asked, gates]).toEqual([reason, [], ["STOPPED"]]);
  });

  it("asks for the nonce that an older envelope never had, rather than putting it in", async () => {
    const { how, attempts } = await repaired({ type: "tool_call", name: "vault.search", args: { query: "x" } }, [
      search,
    ]);
    expect(how).toBe("tool");
    expect(attempts[0]).toMatchObject({ repairs: ["envelope_004"], rejectReason: "tool_call_nonce_invalid" });
  });

  it("runs neither of two objects", async () => {
    const { how, attempts } = await repaired(`${search}\n${search}`, ["no", "no"]);
    expect([how, attempts[0]?.rejectReason]).toEqual(["tool_call_invalid_format", "tool_call_multiple"]);
  });

  it("does not let a rewritten answer quote what the answer did not", async () => {
    const toolResults = [{ id: "toolres:01A", outputText: "De werkgever zal thuiswerken toestaan. Dit geldt altijd." }];
    const quoting = (exactQuote: string) =>
      finalAnswer({ evidence: { quote: { exactQuote }, toolResultId: "toolres:01A" } });
    const first = "nonce n-1; De werkgever zal thuiswerken toestaan.";
    const honest = await repaired(first, [quoting("De werkgever zal thuiswerken toestaan.")], { toolResults });
    expect(honest.how).toBe("final");
    const invented = await repaired(first, [quoting("Dit geldt altijd.")], { toolResults });
    expect([invented.how, invented.gates]).toEqual(["grounding_quote_not_found", ["REFORMAT", "STOPPED"]]);
  });

  it("passes on what the call itself throws, and stops where it brings nothing", async () => {
    const ports = { reformat: () => Promise.reject(new Error("cut")), record: async () => undefined };
    await expect(repairTurn(output("x"), expectedTurn(), ports)).rejects.toThrow("cut");
    expect((await repaired("Pin the letter.", [])).how).toBe("text");
  });

  it("accepts nothing that the strict checks refuse, whatever is written, and always ends", async () => {
    const junk = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.json({ maxDepth: 2 }),
      fc.constantFrom(
        search,
        search.slice(0, 40),
        `${search}{}`,
        "```",
        JSON.stringify(searchTurn({ toolName: "shell" })),
      ),
      fc.constantFrom(...["shell", "vault.import"].map((tool) => JSON.stringify({ tool, args: {}, nonce: "n-1" }))),
    );
    await fc.assert(
      fc.asyncProperty(junk, fc.array(junk, { maxLength: 4 }), async (first, again) => {
        const { result, asked, attempts } = await repaired(first, again);
        expect(asked.length).toBeLessThanOrEqual(2);
        expect(attempts.length).toBeLessThanOrEqual(3);
        if (!result.ok || result.turn.turn.case !== "tool") return;
        const names = result.turn.turn.value.requests.map((one) => one.toolName);
        expect(names.every((name) => expectedTurn().allowedTools.includes(name))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
