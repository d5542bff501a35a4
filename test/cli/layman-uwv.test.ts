import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wijkzorg } from "../simulation/guide/dossiers/wijkzorg.ts";
import { foreign, type Layman, lawFiles, laymanWith, looksIn, root, signIn } from "./support/layman.ts";

const transcriptFile = join(root, "test/cli/golden/layman-uwv-nl.txt");

let layman: Layman;

/** The slot and the numbers of what a search for an absence found, as the screen says how to answer them. */
const hitsIn = (shown: string): string => /run go latest "(bewijsvraag:\d+=[\d,]+): /u.exec(shown)?.[1] ?? "";

beforeAll(async () => {
  layman = await laymanWith(wijkzorg);
  const { type } = layman;
  const imported = await type("vault", "import", "./dossier", "--strand", "zaak");
  await type("law", "import", ...lawFiles);
  const view = /01-standpunt\.eml.*(vault:[0-9a-f]{12})$/mu.exec(imported)?.[1] ?? "";
  const { profileId, referenceDate } = wijkzorg;
  const made = ["run", "new", "--strand", "zaak", "--on", referenceDate, "--profile", profileId, "--answered", view];
  let shown = await type(...made);
  const go = async (...words: string[]): Promise<void> => {
    shown = await type("run", "go", "latest", ...words);
  };
  await go(
    "ja",
    signIn(shown),
    "doel=UWV vragen of mijn werkgever genoeg doet aan mijn re-integratie.",
    "Karel Stolk=werkgever",
    "Hans Lammers=bedrijfsarts",
    "Fenna Drost=collega",
    "Joost Ruiter=derde",
  );
  await go(
    "1=onjuist: het toegezegde bureau is nooit geregeld",
    "2=weet-niet",
    "3=onjuist: volgens de bedrijfsarts is lang achtereen zitten niet verantwoord",
    "4=nvt",
  );
  while (!shown.includes("Uw brief is klaar") && layman.transcript.length < 20) {
    const hits = hitsIn(shown);
    if (hits !== "") await go(`${hits}: dit stuk gaat niet over de levering van mijn bureau`);
    else {
      const looks = looksIn(shown);
      await go("ja", signIn(shown), ...(looks.length > 0 ? ["gezien", ...looks] : []));
    }
  }
  await type("export", "latest", "--format", "docx", "-o", "aanvraag.docx");
}, 120_000);

afterAll(() => layman.stop());

describe("a layman's request to the UWV", () => {
  it("takes at most fifteen commands, from the server to the file", () => {
    expect(layman.transcript.length).toBeLessThanOrEqual(15);
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
      "zin 2: De brief stelt: “Wij hebben er alles aan gedaan om u te laten re-integreren.”",
    );
  });

  it("reads as Dutch: no English word, no id of a program, no hash", () => {
    expect(foreign(layman.transcript)).toEqual([]);
  });

  it("is the transcript that was read", async () => {
    await expect(layman.whole()).toMatchFileSnapshot(transcriptFile);
  });
});
