import { create, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  PendingToolRequestSchema,
  RunContextSchema,
  PendingToolRequest_WaitsFor as WaitsFor,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import {
  ToolRequestParamsSchema,
  ToolRequestSchema,
  VaultSearchParamsSchema,
} from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { showRun } from "../../src/cli/print/show-run.ts";
import { waitingLines } from "../../src/cli/print/tool-call.ts";
import { visible } from "../../src/cli/text/visible.ts";
import { rawFields } from "../../src/cli/tool/raw-fields.ts";
import { paramsLines, shownDigest } from "../../src/cli/tool/shown-params.ts";
import type { WaitingCall } from "../../src/cli/tool/waiting.ts";
import { heldBecause } from "../../src/engine/turn/leaving.ts";
import { speechOf } from "../../src/messages/speech.ts";
import { sha256Hex } from "../../src/sha256.ts";

const text = fc.string({ unit: "binary" });

describe("what a person approves", () => {
  it("holds nothing that cannot be seen, and everything else as it was", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(visible(any)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|[^\S ]/u);
      }),
    );
    expect(visible("Résumé “ok” 12° – één")).toBe("Résumé “ok” 12° – één");
    expect(visible("a\ufe0fb\u{e0041}c\ud800d")).toBe("a<U+FE0F>b<U+E0041>c<U+D800>d");
  });

  it("is every field of the parameters, in lines that no text can break out of", () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 3 }), (query, participants) => {
        const value = create(VaultSearchParamsSchema, { query, participants });
        const lines = paramsLines(create(ToolRequestParamsSchema, { params: { case: "vaultSearch", value } }));
        const fields = (query === "" ? 0 : 1) + participants.length;
        expect(lines).toHaveLength(fields + 2);
        for (const line of lines) expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
      }),
    );
  });

  it("is named by a digest that is computed from what was shown", () => {
    const params = create(ToolRequestParamsSchema, { params: { case: "vaultSearch", value: { query: "x" } } });
    const paramsDigest = sha256Hex(toBinary(ToolRequestParamsSchema, params));
    expect(shownDigest(create(ToolRequestSchema, { params, paramsDigest }))).toBe(paramsDigest);
    for (const other of ["0".repeat(64), "", sha256Hex(new Uint8Array())])
      expect(() => shownDigest(create(ToolRequestSchema, { params, paramsDigest: other }))).toThrow(/decide nothing/);
  });
});

describe("a request that the program holds", () => {
  const lines = (held: string, language: "en" | "nl", because = heldBecause[held] ?? "") => {
    const reason = `Ik zoek de wet (boek 7). (It waits: ${because})`;
    const request = create(ToolRequestSchema, { id: "tool:1", toolName: "lawbot.search", reason, leaving: { held } });
    const pending = create(PendingToolRequestSchema, { requestId: "tool:1", waitsFor: WaitsFor.DECISION });
    return waitingLines({ call: { runTitle: "", version: "1" }, request, pending } as WaitingCall, speechOf(language));
  };

  it.each(Object.keys(heldBecause))("tells why apart from the model's reason, in Dutch too: %s", (held) => {
    expect(lines(held, "en")).toContain("  why: Ik zoek de wet (boek 7).");
    expect(lines(held, "en")).toContain(`  it waits: ${heldBecause[held]}`);
    const waits = lines(held, "nl").find((line) => line.startsWith("  het wacht: "));
    expect(waits).toMatch(/ (?:niets ervan|het noemt|het citeert|sommige woorden|deze memo) /);
  });

  it("takes no word of a model for the program's: what is not held is its reason as it stands", () => {
    expect(lines("", "nl", "alles is goed").join("\n")).toContain("(It waits: alles is goed)");
    expect(lines("", "nl", "alles is goed").join("\n")).not.toContain("het wacht");
  });
});

describe("fields of a message whose proto is not at hand", () => {
  it("are shown by number: numbers, text in quotes, anything else as hexadecimal", () => {
    expect(rawFields(Buffer.from("0a0278791007", "hex"))).toEqual(['1: "xy"', "2: 7"]);
    expect(rawFields(Buffer.from("0a02ff00", "hex"))).toEqual(["1: 0xff00"]);
    expect(rawFields(Buffer.from("0a03e280ae", "hex"))).toEqual(["1: 0xe280ae"]);
    expect(rawFields(new Uint8Array())).toEqual([]);
  });

  it("are refused as a whole where the bytes are no message, and never throw", () => {
    expect(rawFields(Buffer.from("0a05", "hex"))).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        for (const line of rawFields(bytes) ?? []) expect(visible(line)).toBe(line);
      }),
    );
  });
});

describe("run show", () => {
  it("tells how each request waits, which turn waits for it, and what is allowed without asking", () => {
    const context = create(RunContextSchema, {
      pendingToolRequests: [
        { requestId: "toolreq:1", toolName: "vault.import", waitsFor: WaitsFor.DECISION },
        { requestId: "toolreq:2", toolName: "acme.lookup", waitsFor: WaitsFor.CLIENT },
        { requestId: "toolreq:3", toolName: "vault.import", waitsFor: WaitsFor.REVIEW },
      ],
      suspendedTurn: { turnId: "turn:1", requestIds: ["toolreq:2"] },
      toolGrants: [{ toolName: "lawbot.case_search", expiresAtIso: "2026-01-06T00:00:00.000Z" }],
    });
    const none = undefined;
    const letter = { answeredText: none, letterReading: none };
    const view = {
      context,
      ...letter,
      intent: none,
      skeleton: none,
      needs: none,
      evidence: none,
      needMap: none,
      ledger: none,
      choices: new Map(),
    };
    const shown = showRun({ ...view, draft: none }).join("\n");
    expect(shown).toContain("toolreq:1 vault.import waits for your decision");
    expect(shown).toContain("toolreq:2 acme.lookup waits for a client");
    expect(shown).toContain("toolreq:3 vault.import was cut off: look at what became of it");
    expect(shown).toContain("turn:1 goes on after toolreq:2");
    expect(shown).toContain("lawbot.case_search until 2026-01-06T00:00:00.000Z");
  });
});
