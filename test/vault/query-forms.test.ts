import { beforeAll, describe, expect, it } from "vitest";
import { type Listed, queryForms } from "../search/lists/query-forms.ts";
import { file, importAll, mail, openTestVault } from "./vault-fixture.ts";

const people = {
  vries: "Jan de Vries <jan@voorbeeld.nl>",
  bos: "Anna Bos <anna@kantoor.example>",
  smit: "Eva Smit <eva@example.org>",
};

const withAttachment = [
  "--grens",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Ontslag op staande voet is onze beslissing; de termijn loopt.",
  "--grens",
  'Content-Type: application/octet-stream; name="loonstrook.pdf"',
  'Content-Disposition: attachment; filename="loonstrook.pdf"',
  "Content-Transfer-Encoding: base64",
  "",
  "AAAA",
  "--grens--",
].join("\n");

const letter = (name: string, headers: Record<string, string>, body: string) =>
  file(`${name}.eml`, mail({ ...headers, "Message-ID": `<${name}@x>` }, body));

const corpus = [
  letter(
    "vries",
    {
      From: people.vries,
      To: people.bos,
      Cc: people.smit,
      Date: "Mon, 10 Mar 2025 10:00:00 +0100",
      Subject: "Ontslag",
      "Content-Type": 'multipart/mixed; boundary="grens"',
    },
    withAttachment,
  ),
  letter(
    "bos",
    { From: people.bos, To: people.vries, Date: "Wed, 2 Apr 2025 10:00:00 +0200", Subject: "Re: Contract verlenging" },
    "Van ontslag is geen sprake.",
  ),
  letter(
    "smit",
    { From: people.smit, To: people.bos, Date: "Tue, 31 Dec 2024 10:00:00 +0100", Subject: "Plan van aanpak" },
    "Hierbij het stuk.",
  ),
  file("brief-opzegging.docx.md", "# Opzegging\n\nDe opzegging heeft een termijn."),
];

describe("what lawyers type", () => {
  let opened: Awaited<ReturnType<typeof openTestVault>>;
  const named = new Map<string, Listed>();
  beforeAll(async () => {
    opened = await openTestVault();
    await importAll(opened.vault, corpus);
    const { result } = await opened.search.search({ query: "", occurredFromIso: "1900-01-01" });
    const titles: Record<string, Listed> = {
      Ontslag: "vries",
      "Re: Contract verlenging": "bos",
      "Plan van aanpak": "smit",
    };
    for (const { evidenceId, title } of result?.candidates ?? [])
      if (titles[title]) named.set(evidenceId, titles[title]);
  });

  const asked = async (query: string) => {
    const { result } = await opened.search.search({ query });
    return {
      found: (result?.candidates ?? []).map(({ evidenceId }) => named.get(evidenceId) ?? "brief").sort(),
      notes: result?.queryNotes ?? [],
      reading: result?.queryReading ?? "",
    };
  };

  for (const { typed, means, from } of queryForms) {
    if (means === "told") {
      it(`is not understood and told: ${typed} (${from})`, async () => {
        // Where nothing is left of the query, the refusal tells it.
        const notes = await asked(typed).then(
          (one) => one.notes,
          (error: Error) => [error.message],
        );
        expect(notes.join(" ")).toMatch(/was left out|was passed over|not understood|not closed|no field/);
      });
      continue;
    }
    it(`is understood: ${typed} (${from})`, async () => {
      const answer = await asked(typed);
      expect([answer.notes, answer.found]).toEqual([[], [...means].sort()]);
    });
  }

  it("is told back as it was read, where it is more than words", async () => {
    expect((await asked("from:vries ontslag")).reading).toBe("from:vries AND ontslag");
    expect((await asked("ontslag NOT termijn")).reading).toBe("ontslag AND NOT termijn");
    expect((await asked("ontslag termijn")).reading).toBe("");
  });

  it("finds no sender in words that a message without headers writes itself", async () => {
    const { vault, search } = await openTestVault();
    await importAll(vault, [
      letter("leeg", {}, "From: Minister <m@rijk.example>\n\nIk ben het."),
      ...corpus.slice(0, 1),
    ]);
    expect((await search.search({ query: "from:minister" })).result?.totalCount).toBe(0);
  });
});

describe("a snippet", () => {
  it("shows the words that were found, and never the header block", async () => {
    const { vault, search } = await openTestVault();
    const body = `${"Eerst staat hier een lang verhaal over niets. ".repeat(12)}Aan het eind staat de toezegging over het loon.`;
    await importAll(vault, [
      letter(
        "a",
        { From: people.vries, To: people.bos, Date: "Mon, 10 Mar 2025 10:00:00 +0100", Subject: "Loon" },
        body,
      ),
    ]);
    const shown = async (query: string) => (await search.search({ query })).result?.candidates[0];
    expect((await shown("loon toezegging"))?.snippet).toContain("de toezegging over het loon.");
    const byHeader = await shown("vries");
    expect(byHeader?.snippet).toMatch(/^Eerst staat hier/);
    expect(byHeader?.chunkUid).toBe("");
  });
});
