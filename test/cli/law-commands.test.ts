import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { clone, create } from "@bufbuild/protobuf";
import { toText } from "@bufbuild/protobuf/txtpb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { RunningPincite } from "../../src/cli/types.ts";
import { startPincite } from "../../src/main.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { lawId, paths, smallService } from "../lawbot/fetch/support/small-service.ts";
import { type StandIn, stall, startStandIn } from "../lawbot/fetch/support/stand-in.ts";
import { rulingXml } from "../lawbot/support/case-client.ts";
import { article, bytesOf, lawXml } from "../lawbot/support/xml.ts";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";

const ecli = "ECLI:NL:HR:2020:1";
let service: StandIn;
let server: RunningPincite;
let folder = "";

const started = async (env: Record<string, string>): Promise<RunningPincite> => {
  Object.assign(process.env, env);
  try {
    return await startPincite({ dataDir: undefined, port: 0, log: "silent" });
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
  }
};
const pincite = (...argv: string[]) => cli(["--url", server.url, ...argv]);

beforeAll(async () => {
  service = await startStandIn(smallService());
  service.files.set(paths.ruling(ecli), bytesOf(rulingXml("<para>Rechtsoverweging.</para>")));
  server = await started({ PINCITE_LAW_STAND_IN: service.url });
  folder = newFolder("law");
});
afterAll(async () => {
  await server.stop();
  await service.close();
});

describe("the law commands, from nothing loaded on", () => {
  it("list says how to load a law and how to fetch one", async () => {
    const { code, out } = await pincite("law", "list");
    expect(code).toBe(0);
    expect(out).toContain("No law is loaded");
    expect(out).toContain("pincite law fetch BWBR0005290");
  });

  it("show says that nothing is loaded, and exits with 3", async () => {
    const { code, err } = await pincite("law", "show", "art. 7:611 BW");
    expect(code).toBe(3);
    expect(err).toContain("pincite law fetch BWBR0005290");
  });

  it("sources says where law comes from and what each profile needs", async () => {
    const { code, out } = await pincite("law", "sources");
    expect(code).toBe(0);
    expect(out).toContain("never otherwise");
    expect(out).toContain("repository.officiele-overheidspublicaties.nl");
    expect(out).toMatch(/uwv-deskundigenoordeel:\n.*BWBR0013060 +Wet SUWI/);
  });

  it("fetch that is stopped says what became of the rest, and exits with 130", async () => {
    const stop = new AbortController();
    service.faults(paths.text("2024-01-01_0"), (...call) => {
      stall(...call);
      setTimeout(() => stop.abort(), 50);
    });
    const argv = ["--url", server.url, "law", "fetch", lawId, "--on", "2024-06-01"];
    const { code, err } = await cli(argv, { stop: stop.signal });
    expect(code).toBe(130);
    expect(err).toContain("pincite: stopped: what was loaded stays loaded; run the same command again");
  });

  it("fetch loads a law, telling steps beside the answer", async () => {
    const { code, out, err } = await pincite("law", "fetch", lawId, "--on", "2024-06-01");
    expect(err).toContain("Burgerlijk Wetboek Boek 7");
    expect(err).toContain("2024-01-01_0, in force from 2024-01-01");
    expect(err).toMatch(/BWBR0005290_2024-01-01_0\.xml \d+ KiB of \d+ KiB/);
    expect(err).toContain("size and SHA-512 are those of the register");
    expect(out).toContain("BWBR0005290: BWBR0005290_2024-01-01_0.xml: loaded");
    expect(out).toContain("1 loaded, 0 known already, 0 not loaded; law of 2024-06-01");
    expect(code).toBe(0);
  });

  it("fetch takes a ruling by its ECLI", async () => {
    const { code, out } = await pincite("law", "fetch", ecli);
    expect(code).toBe(0);
    expect(out).toContain(`${ecli}: ${ecli}`);
  });

  it("fetch says which versions there are when a day has none, and exits with 3", async () => {
    const { code, err } = await pincite("law", "fetch", lawId, "--on", "1991-12-31");
    expect(code).toBe(3);
    expect(err).toContain("after it is 2020-01-01_0");
  });

  it("fetch exits with what the first failure says when one of several is not loaded", async () => {
    const { code, out, err } = await pincite("law", "fetch", ecli, "ECLI:NL:HR:2020:99");
    expect(out).toContain("ECLI:NL:HR:2020:99: NOT LOADED");
    expect(err).toContain("1 of 2 is not loaded");
    expect(code).toBe(3);
  });

  it("fetch without anything to fetch is a wrong command line", async () => {
    expect((await pincite("law", "fetch")).code).toBe(2);
    expect((await pincite("law", "fetch", "Burgerlijk Wetboek")).code).toBe(2);
  });

  it("list shows versions with their days and counts", async () => {
    const { out } = await pincite("law", "list");
    expect(out).toContain("BW  BWBR0005290  Burgerlijk Wetboek Boek 7\n");
    expect(out).toMatch(/BWBR0005290@2024-01-01 +from 2024-01-01 until further notice +61 articles +\d+ units/);
    expect(out).toContain("of 2 versions that its register lists");
  });
});

describe("law show", () => {
  it.each([
    ["7:611"],
    ["art. 7:611 BW"],
    ["artikel 611 van Boek 7 van het Burgerlijk Wetboek"],
    ["jci1.3:c:BWBR0005290&boek=7&artikel=611&g=2024-06-01"],
    ["https://wetten.overheid.nl/jci1.3:c:BWBR0005290&artikel=611&z=2024-06-01&g=2024-06-01"],
    ["law:BWBR0005290@2024-01-01#/Boek7/Artikel611"],
  ])("prints the text of %s with its version and how it is cited", async (what) => {
    const { code, out } = await pincite("law", "show", what, "--on", "2024-06-01");
    expect(code).toBe(0);
    expect(out).toContain("\n    De werkgever en de werknemer zijn verplicht zich als een goed werkgever");
    expect(out).toContain("Version BWBR0005290@2024-01-01, in force from 2024-01-01 until further notice");
    expect(out).toContain("Cite as: art. 7:611 BW");
    expect(out).toContain("Or:      artikel 7:611 BW");
    expect(out).toContain("jci1.3:c:BWBR0005290&boek=7&artikel=611&z=2024-01-01&g=2024-01-01");
    expect(out).toContain("Id:      law:BWBR0005290@2024-01-01#/Boek7/Artikel611");
  });

  it("says how a number without a law was read", async () => {
    expect((await pincite("law", "show", "7:611", "--on", "2024-06-01")).out).toContain("Read as art. 7:611 BW.");
  });

  it.each(["BWBR0005290", "jci1.3:c:BWBR0005290&z=2024-06-01&g=2024-06-01", "law:BWBR0005290@2024-01-01"])(
    "prints the whole law for %s",
    async (what) => {
      const { code, out } = await pincite("law", "show", what);
      expect(code).toBe(0);
      expect(out).toContain("61 articles");
      expect(out).toContain("    Artikel 759");
    },
  );

  it("says what does exist when a unit does not, and exits with 3", async () => {
    const { code, err } = await pincite("law", "show", "art. 7:799 BW", "--on", "2024-06-01");
    expect(code).toBe(3);
    expect(err).toContain("has no article 799");
    expect(err).toContain("There is: ");
    expect(err).toContain("art. 7:759 BW");
    const lid = await pincite("law", "show", "jci1.3:c:BWBR0005290&artikel=611&lid=1&g=2024-06-01");
    expect(lid.code).toBe(3);
    expect(lid.err).toContain("has no lid 1, and no lid at all");
  });

  it("says which version would be right when it is not loaded", async () => {
    const { code, err } = await pincite("law", "show", "7:611", "--on", "2022-06-01");
    expect(code).toBe(3);
    expect(err).toContain("2020-01-01_0");
  });

  it("takes the day as whose knowledge the text is meant, and another one than the reference's is an error", async () => {
    const known = await pincite("law", "show", "7:611", "--on", "2024-06-01", "--known-on", "2024-06-01");
    expect(known.out).toContain("Version BWBR0005290@2024-01-01");
    const before = await pincite("law", "show", "7:611", "--on", "2024-06-01", "--known-on", "1990-01-01");
    expect(before.code).toBe(3);
    expect(before.err).toContain("VERSION_NOT_FOUND");
    for (const [option, name] of [
      ["--on", "g"],
      ["--known-on", "z"],
    ] as const) {
      const what = `jci1.3:c:BWBR0005290&z=2024-06-01&g=2024-06-01`;
      const { code, err } = await pincite("law", "show", what, option, "2024-07-01");
      expect(code).toBe(2);
      expect(err).toContain(`2024-06-01 (${name}), ${option} that of 2024-07-01; leave one out`);
    }
  });

  it("says that a reference is broken, and why", async () => {
    const { code, err } = await pincite("law", "show", "jci1.3:c:BWBR529&artikel=1");
    expect(code).toBe(2);
    expect(err).toContain("the id of the regulation in full");
  });

  it("asks which law is meant when a number stands in two, and shows flags", async () => {
    const repealed = article(
      "7:611",
      '<al><redactie type="vervanging">Vervallen</redactie></al>',
      'status="vervallen"',
    );
    const file = join(folder, "BWBR0005537.xml");
    writeFileSync(file, lawXml(repealed, "BWBR0005537"));
    await pincite("law", "import", file, "--valid-from", "2020-01-01");
    const { code, err } = await pincite("law", "show", "7:611", "--on", "2024-06-01");
    expect(code).toBe(2);
    expect(err).toContain("art. 7:611 BW, art. 7:611 Awb");
    const { out } = await pincite("law", "show", "art. 7:611 Awb", "--on", "2024-06-01");
    expect(out).toContain("repealed: it is found and cannot be quoted");
    expect(out).toContain("end not known: no register is loaded");
  });
});

describe("law search", () => {
  it("names each place once, and takes words that begin with a hyphen behind --", async () => {
    const { out } = await pincite("law", "search", "goed", "werkgever", "--on", "2024-06-01");
    expect(out).toMatch(/^2024-01-01 art\. 7:611 BW – /m);
    const without = await pincite("law", "search", "--on", "2024-06-01", "--", "werkgever", "-goed");
    expect(without.code).toBe(0);
    expect(without.out).not.toContain("art. 7:611 BW");
  });
});

describe("a citation that is not whole", () => {
  it("is shown with what was not read of it", async () => {
    const { code, out } = await pincite("law", "show", "art. 7:611 BW en art. 7:99999 BW", "--on", "2024-06-01");
    expect(code).toBe(0);
    expect(out).toContain("Not read as a citation: art. 7:99999 BW");
    expect((await pincite("law", "show", "art. 7:611 BW", "--on", "2024-06-01")).out).not.toContain("Not read");
    expect((await pincite("law", "cite", "zie art. 7:611 BW", "--on", "2024-06-01")).err).toBe("");
  });

  it("is an error of its first part, which is named, and the others stand beside it", async () => {
    const { code, err } = await pincite("law", "cite", "art. 7:611 lid 9 BW en art. 7:798 BW", "--on", "2024-06-01");
    expect(code).toBe(3);
    expect(err).toMatch(/has no article 798[\s\S]*pincite: art\. 7:611 .*\(UNKNOWN_UNIT\)/);
    const shown = await pincite("law", "show", "art. 7:611 lid 9 BW en art. 7:798 BW", "--on", "2024-06-01");
    expect(shown.out).toContain("has no article 798");
    expect(shown.err).toMatch(/pincite: art\. 7:611 .*\(UNKNOWN_UNIT\)/);
  });

  it("has two numbers and no law, and is not taken for one", async () => {
    const { code, out } = await pincite("law", "show", "7:611", "7:700", "--on", "2024-06-01");
    expect(code).toBe(2);
    expect(out).not.toContain("Read as");
  });

  it("is nothing at all: what to write is told", async () => {
    expect((await pincite("law", "show", " ")).err).toContain("say what to show");
    expect((await pincite("law", "cite", "")).err).toContain("say what to look up");
    expect((await pincite("law", "search", "")).err).toContain("say what to search for");
  });
});

describe("a profile of one's own", () => {
  it("has its laws listed in both languages and fetched by its name; one without laws says what to do", async () => {
    const profile = (profileId: string, lawSources: WorkflowProfile["lawSources"]) => {
      const made = { ...clone(WorkflowProfileSchema, builtinProfiles()[0]!), profileId, madeBy: "Tester", lawSources };
      writeFileSync(join(folder, `${profileId}.txtpb`), toText(WorkflowProfileSchema, made));
    };
    const why = [
      { locale: "nl", text: "de afspraak" },
      { locale: "en", text: "the agreement" },
    ];
    profile("own", create(WorkflowProfileSchema, { lawSources: [{ lawId, name: "BW 7", why }] }).lawSources);
    profile("bare", []);
    const own = await started({ PINCITE_LAW_STAND_IN: service.url, PINCITE_PROFILES: folder });
    try {
      const asked = (...argv: string[]) => cli(["--url", own.url, "law", ...argv]);
      expect((await asked("sources")).out).toMatch(/\nown:\n {2}BWBR0005290 {2}BW 7 {2}the agreement\n/);
      expect((await asked("sources")).out).toContain("\nbare:\n  names no laws\n");
      expect((await asked("sources", "--locale", "nl")).out).toContain("de afspraak");
      expect((await asked("sources", "--locale", "fr")).code).toBe(2);
      const fetched = await asked("fetch", "--profile", "own", "--on", "2024-06-01");
      expect(fetched.code).toBe(0);
      expect(fetched.out).toContain("1 loaded, 0 known already, 0 not loaded; law of 2024-06-01");
      const bare = await asked("fetch", "--profile", "bare");
      expect(bare.code).toBe(2);
      expect(bare.err).toContain("law_sources");
      const none = await asked("fetch", "--profile", "nobody");
      expect(none.code).toBe(3);
      expect(none.err).toContain("email-reply-opus email-reply-local bare own");
    } finally {
      await own.stop();
    }
  });
});

describe("a server that does not fetch", () => {
  it("says so, and how to load law by hand", async () => {
    const off = await started({ PINCITE_LAW_FETCH: "off" });
    try {
      const { code, err } = await cli(["--url", off.url, "law", "fetch", lawId]);
      expect(code).not.toBe(0);
      expect(err).toContain("pincite law import FILE");
      expect((await cli(["--url", off.url, "law", "sources"])).out).toContain("does not fetch");
    } finally {
      await off.stop();
    }
  });
});
