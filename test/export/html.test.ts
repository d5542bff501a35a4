import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { escapeHtml } from "../../src/export/escape.ts";
import { renderHtml } from "../../src/export/html.ts";
import { layoutOf } from "../../src/export/layout.ts";
import type { Memo } from "../../src/export/memo.ts";
import { hostile } from "./hostile.ts";
import { memoFixture } from "./memo-fixture.ts";

/** A page as a parser reads it: tags with the names of their attributes, comments and instructions; and its words. */
const readPage = (html: string) => {
  const markup: string[] = [];
  const attributes: Record<string, string>[] = [];
  let words = "";
  const parser = new Parser({
    onopentag: (name, found) => {
      markup.push([name, ...Object.keys(found)].join(" "));
      attributes.push(found);
    },
    onclosetag: (name) => markup.push(`/${name}`),
    oncomment: () => markup.push("comment"),
    onprocessinginstruction: (name) => markup.push(name),
    ontext: (text) => {
      words += text;
    },
  });
  parser.end(html);
  return { markup, attributes, words };
};

/** A memo in which every word that somebody else may have chosen is this one. */
const memoSaying = (text: string): Memo => {
  const memo = memoFixture("nl", text);
  memo.draft.title = `De ${text}`;
  memo.draft.locale = `nl${text}`;
  for (const section of memo.draft.sections) section.title = text;
  for (const entry of memo.ledger.entries) {
    entry.address = text;
    if (entry.evidence?.evidence.case === "search") entry.evidence.evidence.value.scope = text;
    if (entry.evidence?.evidence.case === "document") entry.evidence.evidence.value.title = text;
  }
  for (const { candidate } of memo.evidence.entries) if (candidate) candidate.participants = [text, text];
  return { ...memo, proof: { ...memo.proof, runId: text }, fullCitation: () => text };
};

describe("a memo as HTML", () => {
  it.each(["nl", "en"])("reads like this in %s", async (locale) => {
    await expect(renderHtml(memoFixture(locale))).toMatchFileSnapshot(`memo-${locale}.golden.html`);
  });

  it("names the memo's language; a draft without one is Dutch, as the words around it are", () => {
    expect(readPage(renderHtml(memoFixture("en"))).attributes[0]).toEqual({ lang: "en" });
    expect(readPage(renderHtml(memoFixture(""))).attributes[0]).toEqual({ lang: "nl" });
  });

  it("says everything that is laid out for any printer", () => {
    const memo = { ...memoFixture(), finalised: false };
    const { title, unfinished, sections, exhibits, provenance, notes } = layoutOf(memo);
    const { words } = readPage(renderHtml(memo));
    const said = [
      title,
      unfinished,
      ...sections.flatMap(({ title: heading = "", ...section }) => [
        heading,
        ...section.paragraphs.flat().map(({ text }) => text),
      ]),
      exhibits?.title,
      ...(exhibits?.columns ?? []),
      ...(exhibits?.rows.flat() ?? []),
      provenance!.title,
      provenance!.note,
      ...provenance!.rows.flat(),
      ...(provenance!.notes?.rows.flat() ?? []),
      ...notes.map(({ text }) => text),
    ];
    for (const each of said) expect(words).toContain(each);
  });

  it("links each mark to its note and back, a note to its exhibit, and nothing else", () => {
    const { attributes } = readPage(renderHtml(memoFixture()));
    const ids = attributes.flatMap(({ id }) => id ?? []);
    const targets = attributes.flatMap(({ href }) => href ?? []);
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(ids).toEqual([
      ...numbers.map((each) => `mark-${each}`),
      ...["exhibit-1", "exhibit-2"],
      ...numbers.map((each) => `note-${each}`),
    ]);
    const back = numbers.map((each) => `#mark-${each}`);
    expect(targets.slice(0, 8)).toEqual(numbers.map((each) => `#note-${each}`));
    expect(targets.slice(8).filter((each) => !each.startsWith("#exhibit-"))).toEqual(back);
    expect(targets.filter((each) => each.startsWith("#exhibit-"))).toEqual([
      ...["#exhibit-1", "#exhibit-2", "#exhibit-1", "#exhibit-1"],
    ]);
  });

  it("has no table of exhibits and no list of notes for a draft that cites nothing", () => {
    const memo = memoFixture();
    const { markup } = readPage(renderHtml({ ...memo, draft: create(DraftTextSchema, { title: "Leeg" }) }));
    expect(markup.filter((each) => each === "table")).toHaveLength(1);
    expect(markup).not.toContain("ol");
  });

  it("runs nothing and loads nothing, by a policy that names its one style", () => {
    const { attributes } = readPage(renderHtml(memoFixture()));
    expect(attributes.find((each) => each["http-equiv"] !== undefined)?.content).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'$/,
    );
  });

  it("refuses a draft that cites what its ledger does not have", () => {
    const broken = { ...memoFixture(), ledger: create(CitationLedgerSchema, {}) };
    expect(() => renderHtml(broken)).toThrow(/the draft cites entry:letter, which its list of citations does not have/);
  });
});

describe("hostile evidence in HTML", () => {
  it("never becomes an element, an attribute or a comment, wherever it stands", () => {
    const plain = readPage(renderHtml(memoSaying("gewoon"))).markup;
    fc.assert(
      fc.property(hostile, (text) => {
        expect(readPage(renderHtml(memoSaying(text))).markup).toEqual(plain);
      }),
    );
  });

  it("still shows the same characters, between tags and in an attribute", () => {
    const text = `<b>R&D</b> "één" 'twee' &lt; – “ja”`;
    const { words, attributes } = readPage(`<p title="${escapeHtml(text)}">${escapeHtml(text)}</p>`);
    expect(words).toBe(text);
    expect(attributes).toEqual([{ title: text }]);
    expect(escapeHtml("a\u202eb\n\n c ")).toBe("a[U+202E]b c");
  });
});
