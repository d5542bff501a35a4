import { create } from "@bufbuild/protobuf";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { renderDocx } from "../../src/export/docx.ts";
import type { Memo } from "../../src/export/memo.ts";
import type { ReadBackChange } from "../../src/export/read-back.ts";
import { frameFixture, memoFixture } from "./memo-fixture.ts";

/** A quotation that the draft makes. */
export const quote = "U schrijft: “Er is nooit een toezegging gedaan.”";
/** A draft of two sections. */
export const draft = create(DraftTextSchema, {
  title: "Reactie",
  locale: "nl",
  sections: [
    { sectionId: "section:1", title: "Feiten", sentences: ["Ik reageer op uw brief.", quote, "U noemt geen reden."] },
    { sectionId: "section:2", title: "Verzoek", sentences: ["Ik verzoek u te betalen.", "Ik hoor graag van u."] },
  ].map(({ sentences, ...section }, at) => ({
    ...section,
    sentences: sentences.map((text, n) => ({
      ...{ sentenceId: `sentence:${at * 3 + n + 1}`, text, kind: SentenceKind.ARGUMENT },
      entryIds: text === quote ? ["entry:letter"] : [],
    })),
  })),
});
/** The memo whose draft it is. */
export const memo = (): Memo => ({ ...memoFixture(), draft, frame: frameFixture() });

/** The file with its text changed as an editor would. */
export const edited = async (change: (xml: string) => string, of: Memo = memo()): Promise<Uint8Array> => {
  const parts = unzipSync(await renderDocx(of));
  const xml = strFromU8(parts["word/document.xml"]!);
  const changed = change(xml);
  return zipSync({ ...parts, "word/document.xml": strToU8(changed) });
};
/** What was read back, without what stays as it is. */
export const told = (changes: readonly ReadBackChange[]) =>
  changes.map(({ kind, sentenceId, text }) => [kind, sentenceId, text]);
/** A run of plain text. */
export const textRun = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
