import { clone } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { compose } from "../../src/tool/compose.ts";
import { isCampaign } from "../support/draws.ts";
import { type Compose, publishedWords, runLeaving } from "./leaving/main.ts";
import { runTurns, withSecret } from "./leaving/turns.ts";

describe("what leaves for a LawBot elsewhere, with the evidence swapped for other evidence of its shape (R6)", () => {
  it.each(isCampaign ? [1, 2, 3] : [1])(
    "is the same but for words that are offered, within what is counted (seed %i)",
    async (seed) => {
      const report = await runLeaving(400, seed);
      expect(report.leaks).toEqual([]);
      expect(report.undercounted).toBe(0);
      expect(report.sent).toBeGreaterThan(40);
      expect(report.held).toBeGreaterThan(40);
    },
  );

  it("is the same where LawBot publishes its words, with their order within what is counted", async () => {
    const report = await runLeaving(400, 5, compose, publishedWords());
    expect(report.leaks).toEqual([]);
    expect(report.undercounted).toBe(0);
    expect(report.sent).toBeGreaterThan(40);
    const planted: Compose = (written, offer) => {
      const composed = compose(written, offer);
      const [params, from] = [clone(ToolRequestParamsSchema, composed.params), written.params];
      if (params.params.case === "lawbotSearch" && from.case === "lawbotSearch")
        params.params.value.query = from.value.query.split(" ").slice(0, 8).join(" ");
      return { ...composed, params };
    };
    expect((await runLeaving(400, 5, planted, publishedWords())).leaks).not.toEqual([]);
  });

  /** Composes rightly and then lets one thing through. */
  const planted =
    (
      let_: (params: ReturnType<typeof compose>["params"], written: ReturnType<typeof compose>["params"]) => void,
    ): Compose =>
    (written, offer) => {
      const composed = compose(written, offer);
      const params = clone(ToolRequestParamsSchema, composed.params);
      let_(params, written);
      return { ...composed, params };
    };

  it.each([
    [
      "a word that nobody offered",
      planted(({ params }, { params: written }) => {
        if (params.case === "lawbotSearch" && written.case === "lawbotSearch")
          params.value.query += ` ${written.value.query.split(" ")[0]}`;
      }),
    ],
    [
      "the number of hits",
      planted(({ params }, { params: written }) => {
        if (params.case === "lawbotSearch" && written.case === "lawbotSearch") params.value.limit = written.value.limit;
      }),
    ],
    [
      "the order of words",
      planted(({ params }) => {
        if (params.case === "lawbotSearch") params.value.query = params.value.query.split(" ").reverse().join(" ");
      }),
    ],
    [
      "a citation as it was written",
      planted(({ params }, { params: written }) => {
        if (params.case === "lawbotResolveCitations" && written.case === "lawbotResolveCitations")
          params.value.citations = written.value.citations;
      }),
    ],
  ])("is found where %s is let through", async (_what, make) => {
    expect((await runLeaving(600, 4, make)).leaks).not.toEqual([]);
  });
});

describe("what leaves in whole turns over gRPC, beside two dossiers of one shape (R6)", () => {
  it("is the same but for the choice that is counted, and a planted word of the letter is found", async () => {
    const report = await runTurns(12, 11);
    expect(report.leaks).toEqual([]);
    expect(report).toMatchObject({ undercounted: 0, refused: 0 });
    expect(report.sent).toBeGreaterThan(4);
    expect(report.held).toBeGreaterThan(4);
    expect((await runTurns(6, 12, withSecret)).leaks).not.toEqual([]);
  });
});
