import { describe, expect, it } from "vitest";
import { htmlFile } from "../../../src/vault/import/html-file.ts";
import { rulingXml } from "../../lawbot/support/case-client.ts";
import { rulingPage } from "../../lawbot/support/ruling-page.ts";
import { describeWithData } from "../../support/shared-data.ts";
import { filesBelow } from "../support/data-files.ts";
import { readHere, utf8 } from "../vault-fixture.ts";

const read = (bytes: Uint8Array | string) =>
  htmlFile.extract(typeof bytes === "string" ? utf8(bytes) : bytes, { path: "map/x.html" });

describe("a web page", () => {
  it("gives what its reader sees: no scripts, no styles, no hidden words, cells parted, and says what it left out", async () => {
    const made = await read(
      '<title>Brief</title><style>p{}</style><script>alert(1)</script><p>Beste <b>Ank</b>,</p><p style="display:none">geheim</p><img src="https://example.org/x.png" alt="logo"><table><tr><td>loon<td>3000</table>',
    );
    expect(made.text).toBe("Beste Ank,\n\n[logo]\nloon | 3000");
    expect(made.title).toBe("Brief");
    expect(made.notes.join()).toMatch(/hides from its reader/);
  });

  it("is decoded as it declares, and by its byte order mark", async () => {
    const latin = Buffer.from('<meta charset="windows-1252"><p>caf\u00e9 \u0080', "latin1");
    expect((await read(latin)).text).toBe("café €");
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("<p>café", "utf16le")]);
    expect((await read(utf16)).text).toBe("café");
  });

  it("that is a ruling's page says so, and one that only cites a ruling in its head does not", async () => {
    const notesOf = async (html: string) => (await read(html)).notes.join("\n");
    expect(await notesOf(rulingPage(rulingXml("<para>1. Een.</para>")))).toBe(
      "It is a ruling, ECLI:NL:HR:2020:1; to cite it as law, import this file with `pincite law import`.",
    );
    const letter = "<p>Betreft:</p><p>ECLI:NL:HR:2020:1</p><p>Instantie en partijen zijn u bekend.</p>";
    expect(await notesOf(letter)).toBe("");
  });

  it("takes its name for a title where it has none, and is refused without words", async () => {
    expect((await read("<p>woorden")).title).toBe("x.html");
    expect(
      (await readHere({ path: "x.html", mediaType: "", bytes: utf8("<p><script>x</script>") }))[0]?.refusal,
    ).toMatch(/shows no text/);
  });
});

describeWithData("Dutch regulations in Markdown", "docs-markdown", (folder) => {
  it("are imported, every one, with every character", async () => {
    const files = filesBelow(folder, ".md");
    expect(files).toHaveLength(8);
    for (const file of files) {
      const [unit] = await readHere(file);
      const source = new TextDecoder().decode(file.bytes).replace(/\r\n?/g, "\n").normalize("NFC");
      expect(unit?.made?.text).toBe(source);
    }
  });
});
