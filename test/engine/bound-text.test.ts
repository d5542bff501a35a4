import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceCandidateSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SpanLocatorSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import type { ToolRequest } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { inOwnText } from "../../src/engine/tool/bound-text.ts";
import { besideBound } from "../../src/run/decide/evidence.ts";
import type { DecisionInput } from "../../src/run/kernel.ts";
import { replayed } from "./replay/support.ts";
import { TestEngine } from "./support.ts";

const locatorsOf = ({ params }: ToolRequest) =>
  params?.params.case === "vaultGetSpans" ? params.params.value.queries.map(({ locator }) => locator) : [];

describe("a quote from a document that is bound", () => {
  it("is looked for in the text that was bound, and a replay finds every recorded byte", async () => {
    const test = await TestEngine.open();
    const run = await (await test.newRun()).to(S.SPAN_RESOLUTION);
    const { needMap } = await run.material();
    const binding = needMap?.bindings.find(
      ({ evidence }) =>
        evidence?.evidence.case === "document" && evidence.evidence.value.evidenceId === "vault:letter-a",
    );
    const before = test.tools.ran.length;
    const locator = { docUid: "letter-a", exactQuote: "wij betalen uw opleiding volledig" };
    const span = { case: "locator" as const, value: create(SpanLocatorSchema, locator) };
    await run.propose({ case: "citationLedger", value: { spans: [{ bindingId: binding?.bindingId ?? "", span }] } });
    const sent = test.tools.ran.slice(before).flatMap(({ request }) => locatorsOf(request));
    const bound = binding?.evidence?.evidence;
    expect(sent).toMatchObject([
      { ...locator, sourceDigest: bound?.case === "document" ? bound.value.sourceDigest : "none" },
    ]);
    expect(sent[0]?.sourceDigest).toMatch(/^[0-9a-f]{64}$/);
    expect((await replayed(test, run.runId)).difference).toBeUndefined();
  });

  it("names its own binding's text where two texts of one document are bound", () => {
    const evidence = (sourceDigest: string) => ({
      evidence: { case: "document" as const, value: { evidenceId: "vault:d", sourceDigest } },
    });
    const map = create(EvidenceNeedMapSchema, {
      bindings: [
        { bindingId: "a", evidence: evidence("1") },
        { bindingId: "b", evidence: evidence("2") },
      ],
    });
    const locator = create(SpanLocatorSchema, { docUid: "d", exactQuote: "x" });
    expect(map.bindings.map((one) => inOwnText(locator, one.evidence, map).sourceDigest)).toEqual(["1", "2"]);
    expect(inOwnText(locator, map.bindings[0]?.evidence, undefined).sourceDigest).toBe("1");
  });
});

describe("a candidate of a document that the run has bound", () => {
  const needMap = create(EvidenceNeedMapSchema, {
    bindings: [{ evidence: { evidence: { case: "document", value: { evidenceId: "vault:d", sourceDigest: "old" } } } }],
  });
  const input = { material: { needMap, proposals: {} } } as unknown as DecisionInput;
  const beside = (evidenceId: string, sourceDigest: string, boundSourceDigest = "") =>
    besideBound(input, create(EvidenceCandidateSchema, { evidenceId, sourceDigest, boundSourceDigest }));

  it("says that it is of a newer text, and nothing of the same text or of another document", () => {
    expect(beside("vault:d", "new").boundSourceDigest).toBe("old");
    expect(beside("vault:d", "old").boundSourceDigest).toBe("");
    expect(beside("vault:e", "new").boundSourceDigest).toBe("");
  });

  it("does not take a source's word for it", () => {
    expect(beside("vault:e", "new", "made up").boundSourceDigest).toBe("");
    expect(beside("vault:d", "old", "made up").boundSourceDigest).toBe("");
  });
});
