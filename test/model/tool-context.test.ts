import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { SpanResolution_Outcome, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { ToolRequestSchema, ToolResultSchema, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { shownText, toolContextBlock, toToolContext } from "../../src/model/tool-context.ts";
import { hostileTexts } from "./contexts.ts";
import { sha256 } from "./turns.ts";

const request = create(ToolRequestSchema, {
  toolName: "vault.search",
  slotId: "slot:1",
  params: {
    params: { case: "vaultGetSpans", value: { queries: [{ query: "thuiswerken" }, { query: "thuiswerken" }] } },
  },
});
const result = create(ToolResultSchema, { id: "toolres:01A", status: ToolResultStatus.OK, summary: "2 candidates" });

const search = (value: MessageInitShape<typeof EvidenceSearchResultSchema>) => ({
  kind: "pincite.evidence.v1.EvidenceSearchResult",
  bytes: toBinary(EvidenceSearchResultSchema, create(EvidenceSearchResultSchema, value)),
});
const spans = (value: MessageInitShape<typeof SpansOutputSchema>) => ({
  kind: "pincite.tool.v1.SpansOutput",
  bytes: toBinary(SpansOutputSchema, create(SpansOutputSchema, value)),
});

const contextOf = (output: { kind: string; bytes: Uint8Array }, charsLeft: number) =>
  toToolContext({ request, result, output, charsLeft, sha256 });

const hostile = fc
  .oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary", maxLength: 80 }))
  .map((one) => one.toWellFormed());

describe("a tool result in the prompt", () => {
  it("is framed as the contract writes it", () => {
    const { context } = contextOf(
      search({
        query: "brief",
        scope: "strand",
        candidates: [{ evidenceId: "vault:1", title: "Brief", snippet: "a\nb" }],
      }),
      2000,
    );
    expect(toolContextBlock(context, "strand-a")).toEqual([
      "TOOL_CONTEXT_START",
      "Tool: vault.search",
      "Workspace: strand-a",
      "Result:",
      "- toolres:01A; OK; 2 candidates",
      "- for slot:1",
      "- query: brief; scope: strand; matches: 0",
      "- vault:1; Brief",
      "  | a",
      "  | b",
      "TOOL_CONTEXT_END",
    ]);
  });

  it("says who speaks in a passage and a span that are not the author's own words", () => {
    const said = { speaker: "Bram Verzonnen", segmentDateText: "12 juni 2025", address: "p. 2" };
    const { context } = contextOf(
      spans({
        answers: [
          {
            resolution: {
              outcome: SpanResolution_Outcome.EXACT,
              spans: [{ startChar: 3, endChar: 5, excerpt: "ja", voice: Voice.QUOTED, ...said }],
            },
          },
          {
            passages: [
              { chunkUid: "d#1:0", text: "Akkoord.", voice: Voice.FORWARDED, ...said, address: "" },
              { chunkUid: "d#1:1", text: "Zelf.", voice: Voice.AUTHOR, ...said },
            ],
          },
        ],
      }),
      5000,
    );
    const lines = toolContextBlock(context, "strand-a");
    expect(lines).toContain(
      "- span 0: characters 3 to 5; p. 2; quoted from somebody else's message, by Bram Verzonnen, of 12 juni 2025",
    );
    expect(lines).toContain("- passage d#1:0; forwarded, somebody else's message, by Bram Verzonnen, of 12 juni 2025");
    expect(lines).toContain("- passage d#1:1; p. 2");
  });

  it("has one start and one end, whatever its content says", () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (title, snippet, summary) => {
        const { context } = contextOf(
          search({ query: title, candidates: [{ evidenceId: snippet, title, snippet }] }),
          5000,
        );
        context.result!.summary = summary;
        context.result!.reason = snippet;
        const lines = toolContextBlock(context, title)
          .join("\n")
          .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
        const marked = lines.filter((line) => /TOOL_CONTEXT_(START|END)/i.test(line));
        expect(marked).toEqual(["TOOL_CONTEXT_START", "TOOL_CONTEXT_END"]);
        expect(lines.slice(4, -1).every((line) => line.startsWith("- ") || line.startsWith("  | "))).toBe(true);
      }),
    );
  });

  it("takes no more characters than are left, and says when it was shortened", () => {
    const piece = fc.record({
      evidenceId: hostile,
      title: hostile,
      snippet: fc.oneof(hostile, fc.lorem({ maxCount: 60 })),
    });
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }),
        hostile,
        fc.integer({ min: 0, max: 1500 }),
        (candidates, query, chars) => {
          const { context, shownChars } = contextOf(search({ query, scope: "s", candidates }), chars);
          expect(shownChars).toBeLessThanOrEqual(chars);
          expect(context.truncated).toBe(shownChars < context.fullChars);
          expect(context.fullSha256).toMatch(/^[0-9a-f]{64}$/);
        },
      ),
    );
  });

  it("shortens passages to whole sentences around the words that were asked for, with true offsets", () => {
    const text = `${"Dit gaat nergens over. ".repeat(40)}U mag thuiswerken op maandag. ${"Ook dit doet niet ter zake. ".repeat(40)}`;
    const passage = { docUid: "d", chunkUid: "d#1:0", startChar: 100, endChar: 100 + text.length, text };
    const { context } = contextOf(spans({ answers: [{ passages: [passage] }, { passages: [passage] }] }), 900);
    if (context.output.case !== "spans") throw new Error("spans were expected");
    const shown = context.output.value.answers.flatMap((answer) => answer.passages);
    expect(shown).toHaveLength(2);
    for (const one of shown) {
      expect(one.text).toContain("U mag thuiswerken op maandag.");
      expect(text.slice(one.startChar - 100, one.endChar - 100)).toBe(one.text);
    }
    expect(context.truncated).toBe(true);
  });

  it("keeps each answer at its own index and never shows half an excerpt", () => {
    const excerpt = "woord ".repeat(60).trim();
    const span = { docUid: "d", excerpt, startChar: 1, endChar: 360 };
    const answers = Array.from({ length: 5 }, () => ({
      resolution: { outcome: SpanResolution_Outcome.EXACT, spans: [span] },
    }));
    const { context } = contextOf(spans({ answers }), 1000);
    if (context.output.case !== "spans") throw new Error("spans were expected");
    expect(context.output.value.answers).toHaveLength(5);
    const shown = context.output.value.answers.flatMap((answer) => answer.resolution?.spans ?? []);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every((one) => one.excerpt === excerpt)).toBe(true);
  });

  it("gives the words a quote may stand in, without the frame", () => {
    const bytes = toBinary(
      ResolveOutputSchema,
      create(ResolveOutputSchema, {
        items: [{ asked: "x", passages: [{ chunkUid: "d#1:0", text: "Eerste regel\ntweede regel" }] }],
      }),
    );
    const { context } = contextOf({ kind: "pincite.tool.v1.ResolveOutput", bytes }, 2000);
    expect(shownText(context)).toContain("Eerste regel\ntweede regel");
  });

  it("shows nothing of an output it does not know", () => {
    const { context, shownChars } = contextOf({ kind: "pincite.other.v1.Thing", bytes: new Uint8Array(3) }, 2000);
    expect(context.output.case).toBeUndefined();
    expect(shownChars).toBe(0);
  });
});
