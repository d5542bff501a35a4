import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyProof } from "../../src/main/verify-proof.ts";
import { finished } from "../support/stages.ts";
import { foreign, type Layman, root } from "./support/layman.ts";

const transcriptFile = join(root, "test/cli/golden/layman-uwv-nl.txt");

let layman: Layman;

beforeAll(async () => {
  ({ layman } = await finished("request"));
  await layman.type("export", "latest", "--format", "docx", "-o", "aanvraag.docx");
});

afterAll(() => layman.stop());

describe("a layman's request to the UWV", () => {
  it("takes at most sixteen commands, from the server to the file", () => {
    expect(layman.transcript.length).toBeLessThanOrEqual(16);
    expect(readFileSync(join(layman.folder, "aanvraag.docx")).subarray(0, 2).toString()).toBe("PK");
  });

  it("shows each thing that a search for an absence found, and takes the reason why it does not matter", async () => {
    expect(layman.whole()).toContain("vraagt om iets dat er niet is. Een zoekopdracht daarnaar vond dit:");
    expect(layman.whole()).toContain("(elk van de 6 treffers doet niet ter zake)");
    expect((await layman.aside("export", "latest")).out).toContain("Het toegezegde bureau is nooit geregeld");
  });

  it("takes what the employer's letter says for the view of the employer, in the employer's words", () => {
    expect(layman.whole()).toContain("[Standpunt van de werkgever]");
    expect(layman.whole()).toContain(
      "In de brief van mijn werkgever van 3 november 2025 staat: “Wij hebben er alles aan\n      gedaan om u te laten re-integreren.” Dat is onjuist.",
    );
  });

  // One ready line had said of eleven sentences that they were compared, four of them beside words that say something else.
  it("gives no line to paste that says two sentences were compared in which something stands on one side alone", () => {
    const screens = layman.transcript
      .map(({ shown }) => shown)
      .filter((shown) => shown.includes("staat een woord («…»)"));
    expect(screens.length).toBeGreaterThan(0);
    for (const shown of screens) {
      const differing = /Bij (.+?) staat een woord/su.exec(shown)?.[1]?.split(/,\s+/u) ?? [];
      const ready = Array.from(shown.matchAll(/^ +pincite .* gezien (.+)$/gmu), ([, names = ""]) => names.split(" "));
      expect(ready.filter((names) => names.filter((one) => differing.includes(one)).length > 1)).toEqual([]);
    }
  });

  it("speaks to UWV: it names the employer's letter once, sets no term, and asks nothing of “u” outside a quotation", async () => {
    const { out } = await layman.aside("export", "latest");
    const [letter = ""] = out.split("## Producties");
    const own = letter.replaceAll(/“[^”]*”/gu, "");
    expect(own).toContain("**Betreft:** Aanvraag deskundigenoordeel UWV");
    expect(own).toContain("De vraag aan UWV is of mijn werkgever genoeg doet aan mijn re-integratie.");
    expect(own.match(/de brief van mijn werkgever/giu)).toHaveLength(1);
    expect(own).not.toMatch(/veertien dagen|\bu\b|\buw\b/iu);
    const headings = [...letter.matchAll(/^## (.*)$/gmu)].map(([, title]) => title);
    expect(headings[0]).toBe("Partijen en functie");
    expect(headings.at(-1)).toBe("Conclusie en verzoek");
  });

  it("leaves its run in every format, with exhibits and a proof that holds", async () => {
    for (const format of ["md", "html", "docx", "pdf", "zip", "pincite"]) {
      const file = `all.${format}`;
      const { code, out } = await layman.aside("export", "latest", "--format", format, "-o", file);
      expect(code, format).toBe(0);
      // Of the exhibits it was said that the letter stood there.
      if (format !== "pincite")
        expect(out).toContain(format === "zip" ? "De producties staan in" : "De brief staat in");
      expect(statSync(join(layman.folder, file)).size, format).toBeGreaterThan(1_000);
    }
    const proof = new Uint8Array(readFileSync(join(layman.folder, "all.pincite")));
    const { checks } = await verifyProof(proof, undefined);
    expect([checks.length, checks.filter(({ passed }) => !passed)]).toEqual([13, []]);
  });

  it("reads as Dutch: no English word, no id of a program, no hash", () => {
    expect(foreign(layman.transcript)).toEqual([]);
  });

  it("is the transcript that was read", async () => {
    await expect(layman.whole()).toMatchFileSnapshot(transcriptFile);
  });
});
