import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningPincite } from "../../src/cli/types.ts";
import { startPincite } from "../../src/main.ts";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";

// One person's way through a run, typed as commands against a whole server in memory: what one command prints is what the
// next one is given, so a word that is not printed cannot be used.

const demo = fileURLToPath(new URL("../../demo/", import.meta.url));
let server: RunningPincite;
const folder = newFolder("session");
beforeAll(async () => {
  server = await startPincite({ dataDir: undefined, port: 0, user: "tester", log: "silent" });
});
afterAll(() => server.stop());

/** In the language of each run, which is Dutch. */
const inItsLanguage = () => ({ PINCITE_URL: server.url, PINCITE_LANG: "" });

const type = async (...argv: string[]) => {
  const result = await cli(argv, { env: language(), cwd: folder });
  expect(result.err, argv.join(" ")).toBe("");
  expect(result.code, argv.join(" ")).toBe(0);
  return result.out;
};

let language: () => Record<string, string> = () => ({ PINCITE_URL: server.url });

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return name;
};

const outline =
  "# De brief\n- De brief noemt de thuiswerkdag een gunst. [assertion-of-letter]\n# Recht\n- Een werkgever gedraagt zich goed. [legal-basis]\n";
const draft =
  "Title: Reactie\n# section:1\nFACT claim:1 {slot:1} U schrijft dat thuiswerken “een gunst van de teamleider” was.\n# section:2\nLAW claim:2 {slot:2} De wet verlangt dat u zich “als een goed werkgever” gedraagt.\n";

describe("a run on the command line", () => {
  it("goes from intent to a finalised memo, command by command", async () => {
    await type("vault", "import", join(demo, "dossier"), "--strand", "case");
    await type("law", "import", join(demo, "law"));
    const found = await type("vault", "search", '"een gunst"', "--strand", "case");
    const letter = /vault:[0-9a-f]{64}/.exec(found)?.[0] ?? "";
    const cited = await type("law", "cite", "art.", "7:611", "BW", "--on", "2025-12-15");
    const law = /law:\S+/.exec(cited)?.[0] ?? "";

    await type("run", "new", "--profile", "email-reply", "--title", "Sessie", "--strand", "case", "--on", "2025-12-15");
    const opponent = "opponent=Iris Denkbeeld <i.denkbeeld@zonnewijzer.example>";
    const intent = ["--goal", "Reageren", "--audience", "employer", "--party", opponent];
    await type("run", "propose", "latest", ...intent, "--confirm");
    expect(await type("run", "advance", "latest")).toContain("[SKELETON]");
    await type("run", "propose", "latest", "--file", file("outline.txt", outline));
    expect(await type("run", "confirm", "latest", "--all")).toContain("Advance to evidence needs");
    await type("run", "advance", "latest");
    await type("run", "pin", "latest", letter, "--slot", "slot:1", "--note", "de brief zelf");
    expect(await type("run", "tool", "latest", "lawbot.search", "goed werkgever", "--slot", "slot:2")).toContain("OK");
    await type("run", "confirm", "latest", "--all");
    await type("run", "advance", "latest");
    await type("run", "propose", "latest", "--bind", `slot:1=${letter}`, "--bind", `slot:2=${law}`, "--confirm");
    await type("run", "advance", "latest");
    const quotes = ["--quote", "slot:1=een gunst van de teamleider", "--quote", "slot:2=als een goed werkgever"];
    expect(await type("run", "propose", "latest", ...quotes)).toContain("“een gunst van de teamleider”");
    await type("run", "confirm", "latest", "--all");
    await type("run", "advance", "latest");
    const left = await type("run", "propose", "latest", "--file", file("draft.txt", draft), "--confirm");
    expect(left).toMatch(/2 sentences are worded anew and are not covered by this: compare each/u);
    const compared = await type("run", "confirm", "latest", "sentence:1", "sentence:2");
    expect(compared).toContain("It says in words of its own what stands here:");
    expect(compared).toMatch(/“een gunst van de ‹teamleider›” \(Iris Denkbeeld, 9 December 2025, /u);
    expect(await type("export", "latest")).toContain("CONCEPT");
    await type("run", "advance", "latest");

    const memo = await type("export", "latest", "--citations", "full");
    expect(memo).not.toContain("CONCEPT");
    expect(memo).toContain("U schrijft dat thuiswerken “een gunst van de teamleider” was.[^1]");
    expect(memo).toContain("[^1]: Productie 1, e-mail van Iris Denkbeeld d.d. 9 december 2025.");
    expect(memo).not.toContain("sha256");
    const sheet = await type("export", "latest", "--provenance", "alone");
    expect(sheet).toMatch(/\| 1 \| tekens \d+–\d+ \| [0-9a-f]{64} \| receipt:/);
    expect(memo).toContain("[^2]: Artikel 7:611 BW (versie geldend vanaf 1 juli 2023).");
    const page = await type("export", "latest", "--format", "html", "--citations", "full");
    expect(page).toContain('<html lang="nl">');
    expect(page).toContain("Artikel 7:611 BW (versie geldend vanaf 1 juli 2023).");
    expect(await type("run", "list")).toContain("FINALISED");
    const digest = /\| tekst, sha256 \| ([0-9a-f]{64})/.exec(sheet)?.[1] ?? "";
    expect(await type("artifact", "get", digest)).toContain('title: "Reactie"');
    expect(await type("artifact", "lineage", digest)).toContain("citation_ledger");
  });

  it("is watched: what its quotes became in a text that is loaded later", async () => {
    const now = await type("law", "watch", "latest");
    expect(now).toContain("1 wetscitaat");
    // The extract's register is of December 2025: nobody vouches for a later day.
    expect(now).toContain("ONBEKEND     art. 7:611 BW");
    const [name = ""] = readdirSync(join(demo, "law")).filter((each) => each.startsWith("BWBR0005290"));
    const before = readFileSync(join(demo, "law", name), "utf8");
    const after = before
      .replaceAll("2023-07-01", "2026-01-01")
      .replace("als een goed werkgever", "als een redelijk werkgever");
    await type("law", "import", file("BWBR0005290_2026-01-01_0.xml", after));
    const later = await type("law", "watch", "--all");
    expect(later).toContain("GEWIJZIGD");
    expect(later).toContain('verschil: "goed" → "redelijk"');
    expect(later).toMatch(/pincite replay run-\S+ --with law-date=2026-/);
    const told = await cli(["law", "watch"], { env: { PINCITE_URL: server.url } });
    expect([told.code, told.err]).toEqual([2, expect.stringContaining("--all")]);
  });

  it("refuses to export a draft that no longer holds, and says what to do", async () => {
    await type("run", "rewind", "latest", "--to", "skeleton", "--reason", "andere opzet");
    await type("run", "propose", "latest", "--file", file("other.txt", outline.replace("een gunst", "niets waard")));
    const { code, err } = await cli(["export", "latest"], { env: { PINCITE_URL: server.url } });
    expect(code).toBe(1);
    expect(err).toContain("go on to DRAFT again first");
  });

  it("lets the outline be edited as a text, keeps what holds, and throws no mistake away", async () => {
    await type("run", "new", "--profile", "email-reply", "--title", "Bewerkt", "--strand", "case");
    await type("run", "propose", "latest", "--goal", "Reageren", "--confirm");
    await type("run", "advance", "latest");
    const claims =
      "# De brief\n- De brief noemt de dag een gunst. [assertion-of-letter]\n- Ik verzoek om antwoord. [request]\n";
    await type("run", "propose", "latest", "--file", file("two.txt", claims), "--confirm");
    const edited = (change: (text: string) => string) => async (path: string) =>
      writeFileSync(path, change(readFileSync(path, "utf8")));
    const edit = (change: (text: string) => string) =>
      cli(["run", "edit", "latest"], { env: { PINCITE_URL: server.url }, edit: edited(change) });
    expect((await edit((text) => text)).out).toBe("nothing was changed\n");
    const { out } = await edit((text) => text.replace("een gunst", "een recht"));
    expect(out).toMatch(/\[ \] claim 1 De brief noemt de dag een recht/);
    expect(out).toMatch(/\[(x|~)\] claim 2/);
    const wrong = await edit((text) => `${text}zomaar iets`);
    expect(wrong.code).toBe(2);
    const kept = /your text is in (\S+):/.exec(wrong.err)?.[1] ?? "";
    expect(readFileSync(kept, "utf8")).toContain("zomaar iets");
    rmSync(dirname(kept), { recursive: true });
  });

  it("stops at what nobody may wave through, says what it is, and takes it by itself", async () => {
    language = inItsLanguage;
    const found = await type("vault", "search", '"een gunst"', "--strand", "case");
    const letter = /vault:[0-9a-f]{64}/.exec(found)?.[0] ?? "";
    await type("run", "new", "--profile", "email-reply", "--title", "Blik", "--strand", "case", "--on", "2025-12-15");
    await type("run", "propose", "latest", "--goal", "Reageren", "--confirm");
    await type("run", "advance", "latest");
    const claim = "# De brief\n- De brief noemt de thuiswerkdag een gunst. [assertion-of-letter]\n";
    await type("run", "propose", "latest", "--file", file("one.txt", claim), "--confirm");
    await type("run", "advance", "latest");
    await type("run", "pin", "latest", letter, "--slot", "slot:1");
    await type("run", "confirm", "latest", "--all");
    await type("run", "advance", "latest");
    const left = await type("run", "propose", "latest", "--bind", `slot:1=${letter}`, "--confirm");
    expect(left).toMatch(
      /1 onderdeel vraagt uw oog en is niet mee bevestigd:\n {2}pincite run confirm run-\S+ koppeling:1 --looks/,
    );
    const shown = await type("run", "show", "latest");
    expect(shown).toContain("kijk: wie hier spreekt is niet bekend: geen partij van dit memo");
    const waved = await cli(["run", "confirm", "latest", "--all"], { env: { PINCITE_URL: server.url } });
    expect([waved.code, waved.err]).toEqual([2, expect.stringContaining("binding:1:")]);
    const blind = await cli(["run", "confirm", "latest", "binding:1"], { env: { PINCITE_URL: server.url } });
    expect(blind.err).toContain("LOOKS_NOT_NAMED");
    const taken = await type("run", "confirm", "latest", "binding:1", "--looks");
    expect(taken).toContain("wie hier spreekt is niet bekend");
    expect(taken).toContain("Verder naar de citaten");
  });
});
