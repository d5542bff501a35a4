import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { DomainError } from "../../src/error.ts";
import { builtInCatalogue } from "../../src/tool/catalogue.ts";
import { descriptorSet, lookup, lookupMessage, ToolFolder } from "./tool-folder.ts";

const folder = new ToolFolder();
beforeEach(() => folder.clear());
afterAll(() => folder.remove());

/** Loads, or is refused in words; whatever else is thrown fails the test. */
const loaded = () => {
  try {
    return folder.load().catalogue;
  } catch (error) {
    if (error instanceof DomainError && error.reason === "REQUEST_INVALID") return undefined;
    throw error;
  }
};

const policyOf = (catalogue = builtInCatalogue) =>
  builtInCatalogue.specs.map(({ name }) => {
    const { risk, trigger, optIn, modelMayPropose, states, executor, paramsType, outputType } = catalogue.of(name)!;
    return { name, risk, trigger, optIn, modelMayPropose, states, executor, paramsType, outputType };
  });

const names = ["vault.search", "vault.import", "acme.lookup", "acme.other", "lawbot.case_search", "x"];
const line = fc.oneof(
  fc.constantFrom(...names).map((name) => `name: "${name}"`),
  fc.constantFrom("risk: RISK_READ_ONLY", "risk: RISK_MUTATING", "trigger: TRIGGER_AUTO_RUN", "opt_in: false"),
  fc.constantFrom("model_may_propose: true", "executor: TOOL_EXECUTOR_KIND_SERVER", "states: []", "timeout_ms: 2000"),
  fc.constantFrom('description: "Wat anders."', 'output_type: "pincite.tool.v1.SpansOutput"', "available: true"),
  fc.constantFrom(...lookup.trim().split("\n")),
  fc.string(),
);

describe("files of a layer in anybody's hands", () => {
  it("load or are refused with a reason, and never change what decides over a built-in tool", () => {
    const before = policyOf();
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, whole) => {
        folder.clear();
        folder.put("user", whole ? `${lookup}${lines.join("\n")}` : lines.join("\n"));
        folder.put("user", descriptorSet([lookupMessage]), "acme.binpb");
        const catalogue = loaded();
        if (catalogue) expect(policyOf(catalogue)).toEqual(before);
        for (const spec of catalogue?.specs ?? []) if (spec.layer !== "built-in") expect(spec.executor).not.toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it("of any bytes are refused in words", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom("a.txtpb", "a.binpb"), (bytes, name) => {
        folder.clear();
        folder.put("user", lookup, "tool.txtpb").put("user", bytes, name);
        expect(loaded()).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it("that were a descriptor set with one byte changed load or are refused", () => {
    const set = descriptorSet([lookupMessage]);
    fc.assert(
      fc.property(fc.nat(set.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        folder.clear();
        const changed = set.map((byte, index) => (index === at ? byte ^ flip : byte));
        folder.put("user", lookup).put("user", changed, "acme.binpb");
        const catalogue = loaded();
        if (catalogue) expect(catalogue.paramsOf("acme.lookup")?.typeName).toBe("acme.v1.LookupParams");
      }),
      { numRuns: 300 },
    );
  });

  it("are at most a hundred in a folder", () => {
    for (let n = 0; n < 101; n++) folder.put("user", lookup, `${n}.txtpb`);
    expect(() => folder.load()).toThrow(/at most 100 .txtpb files/);
  });
});
