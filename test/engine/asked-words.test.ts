import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LawVocabularySchema } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { GuideResponse } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolDecision, type ToolRequest } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { shippedHealthWords, shippedLawWords, shippedNames } from "../../src/shipped-names.ts";
import { leavingWords } from "../../src/tool/leaving-words.ts";
import { letterCandidate, letters } from "../run/sample-content.ts";
import { replayed } from "./replay/support.ts";
import { final, lawSearch, tools, vaultSearch } from "./scripted-model.ts";
import { TestEngine } from "./support.ts";

const ofShipped = leavingWords({ ofHealth: shippedHealthWords(), ofLaw: shippedLawWords() });
const words = ["burgerlijk", "loon", "ontslag", "opzegging", "tijdens", "wegens", "ziek", "ziekte", "zwanger"];

/** A run that names a LawBot elsewhere, which publishes words of law; asked about are the words that the program ships as of health. */
const opened = async (goal: string, parts: object = { leavingWords: ofShipped }) => {
  const first = await TestEngine.open();
  const [profile] = first.parts.profiles;
  const test = await TestEngine.open({
    profiles: [{ ...profile!, remoteLawbot: "https://law.example.com" }],
    register: shippedNames(),
    vocabulary: {
      read: async () => create(LawVocabularySchema, { digest: "d".repeat(64), words, wordCount: words.length }),
    },
    ...parts,
  });
  const run = await test.newRun();
  await run.propose({ case: "intentSeed", value: { goal, tone: "zakelijk", sections: ["Loon"] } }, { confirm: true });
  await run.advance();
  await run.to(S.EVIDENCE_NEEDS);
  const ask = async (query: string) => {
    test.model.say(tools(lawSearch(query, "slot:4")), final());
    return asked(await run.guide());
  };
  const waiting = () => run.context.pendingToolRequests.at(-1)?.requestId ?? "";
  return { test, run, ask, waiting };
};

const asked = ({ toolRequestLog }: GuideResponse): ToolRequest | undefined => toolRequestLog?.requests.at(-1);
const queryOf = (request: ToolRequest | undefined) =>
  request?.params?.params.case === "lawbotSearch" ? request.params.params.value.query : undefined;

// *Ziek*, *zwanger* and *arbeidsongeschikt* are words of law: they left for a LawBot elsewhere, and nobody was asked.
describe("a word that may tell of somebody's health, on its way to a LawBot of another machine", () => {
  it("waits for a person in words as they would leave, and after her yes once it waits no more", async () => {
    const { test, run, ask, waiting } = await opened("Loon en ontslag.");
    const before = test.tools.ran.length;
    const first = await ask("ontslag tijdens ziekte qqkarin");
    expect(first).toMatchObject({
      requiresUserConfirm: true,
      leaving: { held: "words", bits: 0, leftOut: ["qqkarin"] },
    });
    expect(queryOf(first)).toBe("ontslag tijdens ziekte");
    expect(test.tools.ran).toHaveLength(before);
    await run.execute(waiting(), { confirmed: true });
    expect(queryOf(test.tools.ran.at(-1)?.request)).toBe("ontslag tijdens ziekte");
    expect((await ask("loon wegens ziekte"))?.leaving?.held).toBe("");
    expect(queryOf(test.tools.ran.at(-1)?.request)).toBe("loon wegens ziekte");
    expect((await ask("ontslag zwanger"))?.leaving?.held).toBe("words");
  });

  it("stays after her no, and is shown to have stayed, while the rest leaves", async () => {
    const { test, run, ask, waiting } = await opened("Loon en ontslag.");
    await ask("ontslag tijdens ziekte");
    await run.decide(waiting(), ToolDecision.DENY);
    const next = await ask("loon wegens ziekte");
    expect(next?.leaving).toMatchObject({ held: "", leftOut: ["ziekte"] });
    expect(queryOf(test.tools.ran.at(-1)?.request)).toBe("loon wegens");
  });

  it("is asked about where no statute has it and she typed it herself, and no other is", async () => {
    const { ask } = await opened("Ontslag wegens depressie en opzegging.");
    expect((await ask("ontslag wegens opzegging"))?.leaving?.held).toBe("");
    expect((await ask("ontslag wegens depressie"))?.leaving?.held).toBe("words");
  });

  it("is asked about where papers have it that are marked as holding health data, and no other paper has", async () => {
    const { test, run } = await opened("Loon en ontslag.");
    const [letter, ...others] = letters;
    const wordsOf = (one: (typeof letters)[number]) =>
      letterCandidate(one)
        .snippet.toLowerCase()
        .match(/\p{L}{4,}/gu) ?? [];
    const [own = ""] = wordsOf(letter!).filter((word) => !others.flatMap(wordsOf).includes(word));
    Object.assign(test.parts, {
      vocabulary: {
        read: async () => create(LawVocabularySchema, { digest: "e".repeat(64), words: [own, "loon"], wordCount: 2 }),
      },
      leavingWords: leavingWords({ ofHealth: shippedHealthWords(), ofLaw: new Set([own, "loon"]) }),
    });
    const askBesideIt = async () => {
      test.model.say(tools(vaultSearch("opleiding", "slot:1")), tools(lawSearch(`loon ${own}`, "slot:4")), final());
      return asked(await run.guide())?.leaving?.held;
    };
    expect(await askBesideIt()).toBe("");
    Object.assign(test.parts.directory, { withHealth: async () => [letterCandidate(letter!).evidenceId] });
    expect(await askBesideIt()).toBe("words");
  });

  // What the program knows of words changes with each release; a run that was recorded does not.
  it("is judged in a replay by what was recorded, whatever the list of now: asked, allowed, denied, or of before", async () => {
    for (const parts of [{ leavingWords: ofShipped }, {}]) {
      const { test, run, ask, waiting } = await opened("Ontslag wegens depressie.", parts);
      for (const [query, confirmed] of [
        ["ontslag tijdens ziekte", true],
        ["loon wegens ziekte", true],
        ["ontslag zwanger depressie", false],
        ["loon zwanger ziekte depressie", true],
      ] as const) {
        await ask(query);
        if (waiting() !== "" && confirmed) await run.execute(waiting(), { confirmed });
        else if (waiting() !== "") await run.decide(waiting(), ToolDecision.DENY);
      }
      const held = await Promise.all(
        test.tools.ran.map(({ request }) => queryOf(request)).filter((query) => query !== undefined),
      );
      expect(held).toEqual(
        "leavingWords" in parts
          ? expect.arrayContaining(["ontslag tijdens ziekte", "loon wegens ziekte", "loon ziekte"])
          : expect.arrayContaining(["ontslag zwanger depressie"]),
      );
      const report = await replayed(test, run.runId, { register: shippedNames() });
      expect(report).toMatchObject({ difference: undefined, taken: [], derived: report.events });
    }
  });
});
