import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { receiptSources } from "../../src/proof/receipt-sources.ts";
import { artifactRef } from "../../src/run/kernel.ts";
import { sha256 } from "../../src/sha256.ts";

/** The sources of an output, each as `id digest excerpts`. */
const sourcesOf = <D extends DescMessage>(toolName: string, schema: D, init: MessageInitShape<D>): string[] => {
  const bytes = toBinary(schema, create(schema, init));
  return receiptSources(toolName, { bytes, ref: artifactRef(schema.typeName, bytes, sha256) }).map(
    ({ evidenceId, sourceDigest, excerptSha256 }) => [evidenceId, sourceDigest, ...excerptSha256].join(" "),
  );
};

const doc = "a".repeat(64);

describe("the sources a receipt names", () => {
  it("are those of a search, each once, in order of id whatever their rank", () => {
    const candidates = ["vault:c", "vault:a", "vault:c", "vault:b"].map((evidenceId) => ({
      evidenceId,
      sourceDigest: "d",
    }));
    expect(sourcesOf("vault.search", EvidenceSearchResultSchema, { candidates })).toEqual([
      ...["vault:a d", "vault:b d", "vault:c d"],
    ]);
  });

  it("are two where one id came with two texts", () => {
    const candidates = ["2", "1"].map((sourceDigest) => ({ evidenceId: "law:x", sourceDigest }));
    expect(sourcesOf("lawbot.search", EvidenceSearchResultSchema, { candidates })).toEqual(["law:x 1", "law:x 2"]);
  });

  it("are those of resolved ids", () => {
    const items = [{ candidates: [{ evidenceId: "law:x", sourceDigest: "1" }] }, { problem: "no such thing" }];
    expect(sourcesOf("lawbot.resolve_citations", ResolveOutputSchema, { items })).toEqual(["law:x 1"]);
  });

  it("carry the excerpts that were found in them, in the order of the output, and passages without one", () => {
    const span = (docUid: string, excerptSha256: string) => ({ docUid, sourceDigest: "s", excerptSha256 });
    const answers = [
      { resolution: { spans: [span(doc, "2"), span(doc, "1")] } },
      { passages: [{ docUid: "b".repeat(64), sourceDigest: "s", text: "words" }] },
      { problem: "it could not be read" },
    ];
    const expected = [`vault:${doc} s 2 1`, `vault:${"b".repeat(64)} s`];
    expect(sourcesOf("vault.get_spans", SpansOutputSchema, { answers })).toEqual(expected);
    expect(sourcesOf("office.spans", SpansOutputSchema, { answers })).toEqual(expected);
  });

  it("are law where the document is one", () => {
    const answers = [
      { resolution: { spans: [{ docUid: "BWBR0005290@2023-07-01", sourceDigest: "s", excerptSha256: "1" }] } },
    ];
    for (const tool of ["lawbot.get_spans", "office.spans"])
      expect(sourcesOf(tool, SpansOutputSchema, { answers })).toEqual(["law:BWBR0005290@2023-07-01 s 1"]);
  });

  it("are none without an output, and of an output nobody here can read", () => {
    expect(receiptSources("vault.search", undefined)).toEqual([]);
    const bytes = Uint8Array.of(1);
    expect(receiptSources("office.x", { bytes, ref: artifactRef("office.v1.Thing", bytes, sha256) })).toEqual([]);
  });
});
