import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LawList } from "../../../src/lawbot/fetch/law-lists.ts";
import { dutch } from "../../../src/lawbot/nl/dutch.ts";
import { checkLawSources } from "../../../src/profile/check-law-sources.ts";
import { rulingXml } from "../support/case-client.ts";
import { bytesOf } from "../support/xml.ts";
import { fetchAll, openFetchBed } from "./support/fetch-client.ts";
import { lawId, paths, smallService } from "./support/small-service.ts";
import { type StandIn, startStandIn } from "./support/stand-in.ts";

const ecli = "ECLI:NL:HR:2020:1";
const both = [
  { locale: "nl", text: "de afspraak" },
  { locale: "en", text: "the agreement" },
];
/** A profile of one's own, with a law and a ruling, and one that names none. */
const lists: LawList[] = [
  {
    profileId: "own",
    lawSources: [
      { lawId, name: "Burgerlijk Wetboek Boek 7", why: both },
      { lawId: ecli, name: "Goed werkgever", why: both },
    ],
  },
  { profileId: "bare", lawSources: [] },
];

let service: StandIn;
beforeEach(async () => {
  service = await startStandIn(smallService());
  service.files.set(paths.ruling(ecli), bytesOf(rulingXml("<para>Rechtsoverweging.</para>")));
});
afterEach(() => service.close());

describe("the laws of a profile of one's own", () => {
  it("are fetched by its name, in its order, and a target that stands in it too is fetched once", async () => {
    const { client } = await openFetchBed(service.url, { lists });
    const told = await fetchAll(client, { profile: "own", targets: [ecli], inForceOn: "2024-06-01" });
    expect(told.report?.targets.map(({ target, reason }) => [target, reason])).toEqual([
      [ecli, ""],
      [lawId, ""],
    ]);
    const again = await fetchAll(client, { profile: "own", inForceOn: "2024-06-01" });
    expect(again.report).toMatchObject({ presentCount: 2, importedCount: 0 });
    expect(again.report?.targets.map(({ target }) => target)).toEqual([lawId, ecli]);
  });

  it("are listed in the language that is asked for, English without one, also where fetching is off", async () => {
    const { client } = await openFetchBed(service.url, { lists, without: "fetch" });
    const why = async (locale?: string) =>
      (await client.getFetchSettings(locale === undefined ? {} : { locale })).profiles[0]?.laws[0]?.why;
    expect(await why("nl")).toBe("de afspraak");
    expect(await why("en")).toBe("the agreement");
    expect(await why()).toBe("the agreement");
    await expect(client.getFetchSettings({ locale: "de" })).rejects.toMatchObject({ code: 3 });
    const { profiles } = await client.getFetchSettings({});
    expect(profiles.map(({ profile, laws }) => [profile, laws.length])).toEqual([
      ["own", 2],
      ["bare", 0],
    ]);
  });

  it("that names none are an error that says what to do, and nobody is asked", async () => {
    const { client } = await openFetchBed(service.url, { lists });
    const told = await fetchAll(client, { profile: "bare", targets: [lawId] });
    expect(told).toMatchObject({ reason: "REQUEST_INVALID", facts: { profile: "bare" } });
    expect(told.message).toContain("law_sources");
    expect(service.seen).toEqual([]);
  });

  it("are not those of another profile: where there are no profiles the error says so", async () => {
    const { client } = await openFetchBed(service.url, { lists: [] });
    const told = await fetchAll(client, { profile: "own" });
    expect(told).toMatchObject({ reason: "PROFILE_UNKNOWN", facts: { profile: "own", known: "" } });
    expect(told.message).toContain("it has none");
  });
});

describe("an id that a profile may name", () => {
  it.each([
    "BWBR0005290",
    "BWBV0001000",
    "ECLI:NL:HR:2016:162",
    "ECLI:NL:RBAMS:2010:BO3979",
    "ECLI:NL:CRVB:2012:BY5954",
    "ECLI:NL:XX:2000:A.1",
    "BWBR005290",
    "BWBW0005290",
    "bwbr0005290",
    "ECLI:NL:HR:2016:162:DOC",
    "ecli:nl:hr:2016:162",
    "ECLI:DE:BGH:2020:1",
    "ECLI:NL:HR:2016:162.",
    "https://wetten.overheid.nl/BWBR0005290",
    "",
  ])("is one that a service takes in this very spelling: %j", (id) => {
    const why = [
      { $typeName: "pincite.memo.v1.LocalisedText" as const, locale: "nl", text: "x" },
      { $typeName: "pincite.memo.v1.LocalisedText" as const, locale: "en", text: "x" },
    ];
    const source = { $typeName: "pincite.memo.v1.LawSource" as const, lawId: id, name: "n", why };
    const problems = checkLawSources({ lawSources: [source], caseLaw: true } as never);
    const taken = dutch.services?.some((each) => each.idOf(id) === id) ?? false;
    expect(problems).toHaveLength(taken ? 0 : 1);
  });
});
