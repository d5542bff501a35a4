import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { MissingInput_Kind, RunContextSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { Said as SaidMessage } from "../../gen/pincite/run/v1/said_pb.ts";
import { inEnglish, speechOf } from "../../src/messages/speech.ts";
import { saidOr } from "../../src/messages/wire-form.ts";
import { runContext } from "../../src/run/run-context.ts";
import { saidOfPath } from "../../src/run/stale-words.ts";
import { allStates, draftProposal, proposeMissing, runAt } from "./drive.ts";
import { TestRun } from "./support.ts";

/** What a client is sent, as it comes over the wire. */
const sent = (run: TestRun) =>
  fromBinary(RunContextSchema, toBinary(RunContextSchema, runContext(run.snapshot, "1-a", [])));

/** Each sentence of a context beside the message that says it. */
const sentencesOf = ({ missingInputs, nextAction, staleItems }: ReturnType<typeof sent>) => [
  ...missingInputs.map(({ description, said }) => [description, said] as const),
  ...staleItems.map(({ explanation, said }) => [explanation, said] as const),
  ...(nextAction?.possible === false ? [[nextAction.whyNot, nextAction.whyNotSaid] as const] : []),
  ...(nextAction ? [[nextAction.localisedLabel, nextAction.labelSaid] as const] : []),
];

const english = (said: SaidMessage | undefined): string => inEnglish(saidOr(said, "no message"));

describe("what a context says to a person", () => {
  it.each(allStates)("is a message whose English is the sentence beside it: stage %i", (state) => {
    const run = runAt(state, new TestRun({ locale: "en" }));
    for (const context of [sent(run), sent(proposeMissing(run))])
      for (const [sentence, said] of sentencesOf(context)) expect(english(said)).toBe(sentence);
  });

  it("is said in the language of whoever reads, whatever the run's is", () => {
    const [open] = sent(runAt(allStates[2]!, new TestRun({ locale: "en" }))).missingInputs;
    const dutch = speechOf("nl").sentence(saidOr(open?.said, open?.description ?? ""));
    expect(dutch).toMatch(/^bewijsvraag \d+ /u);
    expect(dutch).not.toMatch(/slot|call|Guide/u);
  });

  it("is of a draft's finding the rule, with the item that it is about", () => {
    const run = runAt(allStates[5]!, new TestRun({ locale: "nl" }));
    run.propose(draftProposal(run, { "claim:1": " Op 3 januari 2001 is € 999.999 betaald." }));
    const finding = sent(run).missingInputs.find(({ kind }) => kind === MissingInput_Kind.DRAFT_CHECK);
    expect(finding?.said?.messageId).toBe("finding.of-item");
    expect(finding?.description.startsWith(`${finding.subjectId}: `)).toBe(true);
  });

  it("reads without ids as it read before there were any", () => {
    const at = (state: number) => sent(runAt(allStates[state - 1]!, new TestRun({ locale: "en" })));
    expect(at(1).missingInputs[0]?.description).toBe("The goal is missing: say what the memo is to reach.");
    expect(at(2).missingInputs[0]?.description).toBe(
      "Nothing is proposed yet in SKELETON: ask the guide, or propose something yourself.",
    );
  });
});

describe("the path along which a confirmation became stale", () => {
  it.each([
    [["claim:2/gone"], "claim:2 is no longer part of the proposal."],
    [["claim:2/gone", "slot:2"], "claim:2 is gone, so slot:2 no longer holds."],
    [["claim:2/rejected", "slot:2", "binding:1"], "claim:2 was rejected, so slot:2 and binding:1 no longer hold."],
    [["claim:1/text"], "The text of claim:1 changed: confirm again."],
    [["claim:1/claim_kind", "slot:1"], "The claim kind of claim:1 changed and with it slot:1: confirm again."],
    [
      ["sentence:1/span:entry:1", "slot:1", "binding:1"],
      "The span:entry:1 of sentence:1 changed and with it slot:1, then binding:1: confirm again.",
    ],
  ])("is told in the words that journals hold: %j", (path, sentence) => {
    expect(inEnglish(saidOfPath("claim:2", path))).toBe(sentence);
    expect(speechOf("nl").sentence(saidOfPath("claim:2", path))).not.toMatch(/\b(?:the|of|and|confirm|no longer)\b/iu);
  });
});
