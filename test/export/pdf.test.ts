import { create } from "@bufbuild/protobuf";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { layoutOf } from "../../src/export/layout.ts";
import type { Memo } from "../../src/export/memo.ts";
import { renderPdf } from "../../src/export/pdf.ts";
import { frameFixture, memoFixture } from "./memo-fixture.ts";

// Read back with the reader that the Vault has for strangers' PDFs; its text and its tree are no work of ours.

const letter = (): Memo => ({ ...memoFixture(), frame: frameFixture() });

interface Node {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly Node[];
}

const read = async (memo: Memo) => {
  const pdf = await getDocument({ data: await renderPdf(memo), verbosity: 0 }).promise;
  const pages = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => ("str" in item ? [{ text: item.str, y: item.transform[5] as number }] : []));
    const tree = (await page.getStructTree()) as Node;
    pages.push({ text: texts.map(({ text }) => text).join(" "), texts, tree, links: await page.getAnnotations() });
  }
  return { pdf, pages, text: pages.map(({ text }) => text).join(" ") };
};

const rolesIn = (node: Node): string[] => [
  ...(node.role ? [node.role] : []),
  ...(node.children ?? []).flatMap(rolesIn),
];

/** A memo of so many sentences, each with a note that quotes. */
const long = (count: number): Memo => {
  const base = memoFixture();
  const entry = base.ledger.entries.find(({ span }) => span)!;
  const ids = Array.from({ length: count }, (_, at) => `entry:${at}`);
  return {
    ...base,
    frame: frameFixture(),
    ledger: create(CitationLedgerSchema, {
      entries: ids.map((entryId, at) => ({
        ...entry,
        entryId,
        span: { ...entry.span!, excerpt: `aangehaald ${at + 1} einde` },
      })),
    }),
    draft: create(DraftTextSchema, {
      title: "Lang",
      locale: "nl",
      // Sections of one to six sentences, so that pages end in every way.
      sections: ids.map((id, at) => ({
        title: `Deel ${at + 1}`,
        sentences: [
          {
            sentenceId: `sentence:${at + 1}`,
            text: `Zin ${at + 1} vertelt ${"uitvoerig wat er op die dag gebeurde, wie daarbij was en wat er is afgesproken, en ".repeat(1 + ((at * 7) % 6))}meer.`,
            kind: SentenceKind.FACT,
            entryIds: [id],
          },
        ],
      })),
    }),
  };
};

describe("a memo as a PDF", () => {
  afterEach(() => vi.useRealTimers());

  it("says what the layout has, from the letterhead to the provenance", async () => {
    const memo = letter();
    const { letter: head, sections, exhibits, notes, provenance } = layoutOf(memo);
    const { text } = await read(memo);
    const squeezed = text.replaceAll(/\s+/gu, "");
    const said = [
      ...(head?.sender ?? []),
      ...(head?.addressee ?? []),
      ...(head?.references.flat() ?? []),
      ...sections.flatMap(({ title, paragraphs }) => [title, ...paragraphs.flat().map((one) => one.text)]),
      head?.closing,
      ...(exhibits?.rows.flat() ?? []),
      ...notes.map((note) => note.text),
      provenance?.note,
      ...(provenance?.rows.flat() ?? []),
    ];
    for (const each of said) expect(squeezed, each).toContain((each ?? "").replaceAll(/\s+/gu, ""));
  });

  it("is tagged in the order of reading: a note right behind the mark that leads to it", async () => {
    const { pdf, pages } = await read(letter());
    const { info } = await pdf.getMetadata();
    expect(Buffer.from(await renderPdf(letter())).toString("latin1")).toContain("/Marked true");
    expect(info).toMatchObject({ Title: "Vaste thuiswerkdag" });
    expect(info).not.toHaveProperty("Author");
    const roles = rolesIn(pages[0]!.tree).join(" ");
    expect(roles).toMatch(/^Root Document P P P P P P H2 P Reference Link Note Lbl Link Reference/u);
    expect(roles).toContain("Table TR TH TH TH TH TR TD TD TD TD");
    expect(roles.match(/Note/gu)?.length).toBe(layoutOf(letter()).notes.length);
  });

  it("leads from each mark to its note, and from a note to its exhibit", async () => {
    const { pdf, pages } = await read(letter());
    const goals = pages.flatMap(({ links }) => links.map(({ dest }) => dest as string));
    expect(goals.filter((one) => one.startsWith("note-"))).toEqual([1, 2, 3, 4, 5, 6, 7].map((one) => `note-${one}`));
    expect(goals).toContain("exhibit-1");
    for (const goal of goals) expect(await pdf.getDestination(goal), goal).not.toBeNull();
  });

  it("puts each note whole at the foot of the page that has its mark, below all text", async () => {
    const { pages, text } = await read(long(90));
    expect(pages.length).toBeGreaterThan(4);
    for (const { texts, links } of pages) {
      const body = texts.filter((one) => /Zin \d+|gebeurde/u.test(one.text)).map(({ y }) => y);
      const notes = texts.filter((one) => /aangehaald \d+ einde/u.test(one.text));
      for (const { y } of notes) expect(y).toBeLessThan(Math.min(...body));
      const marks = links.flatMap(({ dest }) => /^note-(\d+)$/u.exec(dest as string)?.[1] ?? []);
      expect(notes.map((one) => /aangehaald (\d+)/u.exec(one.text)?.[1])).toEqual(marks);
    }
    expect(text.match(/aangehaald \d+ einde/gu)?.length).toBe(90);
  });

  it("is the same bytes under another clock", async () => {
    const once = await renderPdf(letter());
    vi.useFakeTimers({ now: new Date("2031-05-06T07:08:09Z"), toFake: ["Date"] });
    expect(Buffer.from(await renderPdf(letter())).equals(Buffer.from(once))).toBe(true);
  });

  it("holds its letters itself, and writes out those that they have not", async () => {
    const bytes = Buffer.from(await renderPdf(letter()));
    expect(bytes.toString("latin1").match(/\/FontFile2/gu)?.length).toBe(2);
    const { text } = await read(memoFixture("nl", "Één zwaarwichtig “belang” kost € 5, αβγ, Ж en 中."));
    expect(text).toContain("Één zwaarwichtig “belang” kost € 5, αβγ, Ж en [U+4E2D].");
  });

  it("refuses a draft that cites what its ledger does not have", async () => {
    await expect(renderPdf({ ...letter(), ledger: create(CitationLedgerSchema) })).rejects.toThrow(
      /its list of citations does not have/u,
    );
  });
});
