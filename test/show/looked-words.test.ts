import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedsSchema } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { LookCode, LookSchema } from "../../gen/pincite/run/v1/look_pb.ts";
import { lookLine } from "../../src/cli/print/look-words.ts";
import { speechOf } from "../../src/messages/speech.ts";
import { lookedWords } from "../../src/show/looked-words.ts";

const claimText = "Op 12 mei 2025 is 💶 € 500 toegezegd.";
const excerpt = "Ik heb niets toegezegd.";
const view = {
  needs: create(EvidenceNeedsSchema, { sections: [{ claims: [{ claimId: "claim:1", claimText }] }] }),
  needMap: create(EvidenceNeedMapSchema, { bindings: [{ bindingId: "binding:1", claimId: "claim:1" }] }),
  ledger: create(CitationLedgerSchema, { entries: [{ entryId: "entry:1", claimId: "claim:1", span: { excerpt } }] }),
  draft: create(DraftTextSchema, {
    sections: [{ sentences: [{ sentenceId: "sentence:1", text: "Ik ging akkoord." }] }],
  }),
};

/** A look about these words of a text, counted in code points. */
const about = (code: LookCode, subjectId: string, text: string, words: string) => {
  const startChar = [...text.slice(0, text.indexOf(words))].length;
  return create(LookSchema, { code, subjectId, startChar, endChar: startChar + [...words].length });
};

describe("the words that a look is about", () => {
  it.each([
    ["a claim, on its binding", about(LookCode.DAY_DIFFERS, "binding:1", claimText, "12 mei 2025"), "12 mei 2025"],
    ["a claim, on its quote", about(LookCode.TOKEN_NOT_IN_EVIDENCE, "entry:1", claimText, "€ 500"), "€ 500"],
    ["a quote that denies", about(LookCode.WORDS_DENY, "entry:1", excerpt, "niets"), "niets"],
    ["a sentence", about(LookCode.AGREES_WITH_OPPONENT, "sentence:1", "Ik ging akkoord.", "akkoord"), "akkoord"],
    ["nothing in particular", create(LookSchema, { code: LookCode.SPEAKER_UNKNOWN, subjectId: "binding:1" }), ""],
    ["an item that is not shown", about(LookCode.DAY_DIFFERS, "binding:9", claimText, "12 mei 2025"), ""],
  ])("are those of %s", (_, look, words) => {
    expect(lookedWords(view, look)).toBe(words);
  });

  it("stand behind what was seen", () => {
    const look = about(LookCode.TOKEN_NOT_IN_EVIDENCE, "entry:1", claimText, "€ 500");
    expect(lookLine(look, speechOf("nl"), { about: lookedWords(view, look), against: "" })).toBe(
      "de stelling noemt iets dat niet in het bewijs staat: “€ 500”",
    );
    expect(lookLine(look, speechOf("nl"))).toBe("de stelling noemt iets dat niet in het bewijs staat");
  });
});
