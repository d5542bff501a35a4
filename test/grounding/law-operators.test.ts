import { expect, it } from "vitest";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { rowsOf } from "../support/cases/rows.ts";
import { judge } from "./rule-examples.ts";

const provisions = new Map(
  rowsOf("rules/provisions.tsv", ["id", "address", "evidence", "words"]).map((row) => [row.id, row]),
);
const sentences = rowsOf("rules/law-says.tsv", ["cites", "truth", "about", "text"]);

const isLooked = (cites: string, text: string): boolean => {
  const { address, evidence: evidenceId, words } = provisions.get(cites) ?? {};
  if (!address || !evidenceId || !words) throw new Error(`cases/rules/provisions.tsv has no ${cites}`);
  const entry = {
    ...{ entryId: cites, bindingId: "binding:1", slotId: "slot:1", claimId: "claim:3", slotKind: SlotKind.QUOTE },
    toolResultId: "toolres:1",
    evidence: { evidence: { case: "law" as const, value: { evidenceId, address } } },
    span: { docUid: evidenceId.slice("law:".length).split("#")[0] ?? "", sourceDigest: "x", excerpt: words },
  };
  const asked = { text, entryIds: [cites], kind: SentenceKind.LAW, claimId: "claim:3" };
  return judge(asked, [entry]).codes.includes(LookCode.LAW_SAYS_OTHERWISE);
};

/** Counts, and no sentence: half of the rows is unread. */
it("a sentence that turns what a provision does is looked at, and one that keeps it is not", () => {
  const looked = (truth: string) =>
    sentences.filter((row) => row.truth === truth).map(({ cites, text }) => isLooked(cites, text));
  expect(looked("honest").filter(Boolean)).toHaveLength(0);
  const bad = looked("bad");
  expect(bad.length).toBeGreaterThan(35);
  expect(bad.filter((each) => !each).length).toBeLessThanOrEqual(3);
});

it("a text that is made to keep the check busy is read to its end", () => {
  const long = "Volgens artikel 7:611 BW mag niet de werkgever moet, tenzij ";
  expect(isLooked("p611", long.repeat(400))).toBeDefined();
  expect(isLooked("p611", `Volgens artikel 7:611 BW ${"mag niet de werkgever moet ".repeat(3_000)}`)).toBeDefined();
});
