import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dayOf } from "../../src/cli/commands/day-option.ts";
import { lawFilesAt } from "../../src/cli/law-files.ts";
import type { RunningPincite } from "../../src/cli/types.ts";
import { startPincite } from "../../src/main.ts";
import { rulingXml } from "../lawbot/support/case-client.ts";
import { rulingPage } from "../lawbot/support/ruling-page.ts";
import { article, lawXml } from "../lawbot/support/xml.ts";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";

let server: RunningPincite;
let folder = "";
const pincite = (...argv: string[]) => cli(["--url", server.url, ...argv]);
const put = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const law = (lawId: string) => lawXml(article("1", "<al>De eerste regel.</al>"), lawId);

beforeAll(async () => {
  server = await startPincite({ dataDir: undefined, port: 0, log: "silent" });
});
beforeEach(() => {
  if (folder) rmSync(folder, { recursive: true });
  folder = newFolder("law-import");
});
afterAll(() => server.stop());

describe("law import", () => {
  it("takes of a folder what may be law by its name, and says what it passed over", async () => {
    mkdirSync(join(folder, "deep"));
    put("deep/BWBR0000001.xml", law("BWBR0000001"));
    put("BWBR0000002.XML", law("BWBR0000002"));
    for (const name of ["a.md", "b.jsonl", "c.pdf", "d"]) put(name, "notes");
    const { code, out, err } = await pincite("law", "import", folder, "--valid-from", "2020-01-01");
    expect(code).toBe(0);
    expect(out).toContain("BWBR0000001.xml: loaded  BWBR0000001@2020-01-01  1 article\n");
    expect(out).toContain("2 loaded, 0 known already, 0 refused");
    expect(err).toMatch(/passed over 3 files with .*a\.md, \S*b\.jsonl, \S*d; name a file itself/);
    expect(err).toMatch(/passed over 1 file that is no ruling .*c\.pdf; name a file itself to read why/);
  });

  it("takes of a folder rulings as a browser saved them, and passes over other pages and papers without a refusal", async () => {
    const ecli = "ECLI:NL:HR:2021:9001";
    put("uitspraak.html", rulingPage(rulingXml("<section><title>1</title><para>Overweging.</para></section>", ecli)));
    put("brief.pdf", "%PDF-1.4 kapot");
    const { code, out, err } = await pincite("law", "import", folder);
    expect(code).toBe(0);
    expect(out).toMatch(/uitspraak\.html: loaded/);
    expect(out).toContain("1 loaded, 0 known already, 0 refused");
    expect(err).toMatch(/passed over 1 file that is no ruling .*brief\.pdf/);
  });

  it("sends no page and no PDF of a folder to another machine", () => {
    put("uitspraak.html", "<html></html>");
    put("wet.xml", "<toestand/>");
    const { files, passedOver } = lawFilesAt([folder], false);
    expect(
      [files, passedOver.map((name) => ({ name }))].map((some) => some.map(({ name }) => name.split("/").at(-1))),
    ).toEqual([["wet.xml"], ["uitspraak.html"]]);
  });

  it("sends a file that is named itself whatever it is called, and the report says why it is refused", async () => {
    const { code, out, err } = await pincite("law", "import", put("notes.md", "No law."));
    expect(code).toBe(2);
    expect(out).toMatch(/notes\.md: REFUSED \(.+\)\n0 loaded, 0 known already, 1 refused/);
    expect(err).toContain("1 file was refused, nothing is loaded");
  });

  it("exits with 2 when something was refused, and everything else is loaded", async () => {
    put("BWBR0000003.xml", law("BWBR0000003"));
    put("BWBR0000004.xml", law("BWBR0000003").replace("eerste", "tweede"));
    const { code, out, err } = await pincite("law", "import", folder, "--valid-from", "2020-01-01");
    expect(code).toBe(2);
    expect(out).toContain("1 loaded, 0 known already, 1 refused");
    expect(err).toContain("1 file was refused, everything else is loaded");
  });

  it("takes an act of the Union whatever its file is called, and shows it whole and by its recital, with the day that it was made on", async () => {
    const recital =
      '<div class="eli-subdivision" id="rct_4"><table><tbody><tr><td><p>(4)</p></td><td><p>Rust is goed.</p></td></tr></tbody></table></div>';
    const title =
      '<div id="tit_1"><p class="oj-doc-ti">RICHTLIJN 2003/88/EG</p><p class="oj-doc-ti">van 4 november 2003</p></div>';
    const page = `<html><!-- CONVEX --><body><div class="eli-container">${title}<div id="pbl_1">${recital}</div></div></body></html>`;
    const loaded = await pincite("law", "import", put("richtlijn.txt", page));
    expect(loaded.out).toContain("richtlijn.txt: loaded  32003L0088@2003-11-04");
    const whole = await pincite("law", "show", "32003L0088");
    expect(whole.out).toContain("Richtlijn 2003/88/EG  32003L0088");
    expect(whole.out).toContain("made on 2003-11-04 (from when it applies is not known)");
    const shown = await pincite("law", "show", "overweging 4 van Richtlijn 2003/88/EG");
    expect(shown.out).toContain("    (4) Rust is goed.");
    expect(shown.out).not.toContain("  (4)\n");
    expect(shown.out).toContain("Cite as: overweging 4 Richtlijn 2003/88/EG");
    const cited = await pincite("law", "cite", "overweging", "4", "van", "Richtlijn", "2003/88/EG");
    expect(cited.out).toContain("no register that is read here tells when acts of the European Union apply");
  });

  it("says how a text without a date is given one", async () => {
    const file = put("BWBR0000005.xml", law("BWBR0000005"));
    const { code, err } = await pincite("law", "import", file);
    expect(code).toBe(2);
    expect(err).toContain("--valid-from 2012-10-01");
    expect((await pincite("law", "import", file, "--valid-from", "2020-01-01")).code).toBe(0);
    const again = await pincite("law", "import", file, "--valid-from", "2020-01-01");
    expect(again.out).toContain("0 loaded, 1 known already, 0 refused");
  });

  it("sends more files than one call takes in several", async () => {
    for (let number = 1; number <= 501; number++)
      put(`${number}.xml`, rulingXml("<para>Overweging.</para>", `ECLI:NL:HR:2021:${number}`));
    const { code, out } = await pincite("law", "import", folder);
    expect(code).toBe(0);
    expect(out).toContain("501 loaded, 0 known already, 0 refused");
    expect(out.match(/loaded, /g)).toHaveLength(1);
  });

  it("says so when a folder holds nothing to load, or is not there", async () => {
    const empty = await pincite("law", "import", folder);
    expect(empty.code).toBe(2);
    expect(empty.err).toContain("no XML, WTI, TSV, HTML or PDF file");
    expect((await pincite("law", "import", join(folder, "nowhere"))).err).toContain("there is no file or folder");
    expect(() => lawFilesAt([folder], true)).toThrow(/name a file/);
  });
});

describe("law list", () => {
  it("names a law that is known by its id alone once, counts one thing as one, and says what no register tells", async () => {
    const file = put("BWBR0000006.xml", law("BWBR0000006"));
    await pincite("law", "import", file, "--valid-from", "2020-01-01");
    const { out } = await pincite("law", "list");
    const lines = out.split("\n");
    const at = lines.findIndex((line) => line.startsWith("BWBR0000006"));
    expect(lines[at]?.match(/BWBR0000006/g)).toHaveLength(1);
    expect(lines[at + 1]).toMatch(/^ {2}BWBR0000006@2020-01-01 {2}from 2020-01-01 {2}1 article {2}\d+ units?$/);
    expect(lines[at + 2]).toBe("  end of a version not known: its register is not loaded");
    expect((await pincite("law", "show", "BWBR0000006")).out).toMatch(
      / {2}1 article, \d+ units?; 1 version is loaded\n/,
    );
  });
});

describe("a day on the command line", () => {
  it.each(["2024-01-31", "2024-02-29", "1838-10-01"])("may be %s", (day) => expect(dayOf(day)).toBe(day));

  it.each(["", "morgen", "31-01-2024", "2024-1-31", "2024-02-30", "2023-02-29", "2024-13-01", "2024-01-31T00:00"])(
    "may not be %j: how it is written is told, and no server is asked",
    async (day) => {
      const { code, err } = await cli(["law", "show", "7:611", "--on", day]);
      expect(code).toBe(2);
      expect(err).toContain("Write a day of the calendar as 2024-01-31.");
    },
  );

  it.each([
    ["law", "cite", "7:611", "--on"],
    ["law", "search", "werkgever", "--on"],
    ["law", "fetch", "BWBR0005290", "--on"],
    ["law", "fetch", "BWBR0005290", "--known-on"],
    ["law", "import", "x.xml", "--valid-from"],
  ])("is looked at by %s %s", async (...argv) => {
    expect((await cli([...argv, "gisteren"])).err).toContain("Write a day of the calendar");
  });
});
