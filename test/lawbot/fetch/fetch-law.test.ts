import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LawsService } from "../../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { rulingXml } from "../support/case-client.ts";
import { bytesOf } from "../support/xml.ts";
import { fetchAll, kinds, openFetchBed, outcomes } from "./support/fetch-client.ts";
import { lawId, manifest, paths, smallService, toestand, versions, wti } from "./support/small-service.ts";
import { type StandIn, send, startStandIn, status } from "./support/stand-in.ts";

let service: StandIn;
beforeEach(async () => {
  service = await startStandIn(smallService());
});
afterEach(() => service.close());

const ecli = "ECLI:NL:HR:2020:1";

describe("fetching a statute", () => {
  it("asks the index, the register, the text and the names, checks the hash and loads all of it", async () => {
    const { client, citations } = await openFetchBed(service.url);
    const told = await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    expect(told.reason).toBe("");
    expect(kinds(told)).toEqual([
      ...["DOWNLOADING", "FOUND", "DOWNLOADING", "VERSION_CHOSEN", "DOWNLOADING", "HASH_CHECKED", "DOWNLOADING"],
    ]);
    expect(outcomes(told)).toEqual([
      "IMPORTED BWBR0005290_2024-01-01_0.xml",
      "IMPORTED manifest.xml",
      "IMPORTED BWBR0005290.WTI",
    ]);
    expect(told.report).toMatchObject({ importedCount: 1, presentCount: 0, failedCount: 0, inForceOn: "2024-06-01" });
    expect(told.report?.targets[0]).toMatchObject({ target: lawId, docUid: "BWBR0005290@2024-01-01", reason: "" });
    const { resolutions } = await citations.resolveCitations({ citations: ["art. 7:611 BW"], inForceOn: "2024-06-01" });
    expect(resolutions[0]?.units[0]?.passages[0]?.text).toContain("goed werkgever");
    expect(resolutions[0]?.units[0]?.unit?.juriconnect).toBe(
      "jci1.3:c:BWBR0005290&boek=7&artikel=611&z=2024-01-01&g=2024-01-01",
    );
  });

  it("tells how many bytes have come, of how many", async () => {
    const { client } = await openFetchBed(service.url);
    const { steps } = await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    const text = steps.filter(({ fileName, doneBytes }) => fileName.endsWith("_0.xml") && doneBytes > 0n);
    expect(text.at(-1)?.doneBytes).toBe(text.at(-1)?.totalBytes);
    expect(text.at(-1)?.totalBytes).toBeGreaterThan(1_000n);
  });

  it("asks politely: one request at a time, at a pace, by name, for XML, and without cookies", async () => {
    const { client, clock } = await openFetchBed(service.url);
    await Promise.all([
      fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" }),
      fetchAll(client, { targets: [lawId], inForceOn: "2022-06-01" }),
    ]);
    expect(service.busiest()).toBe(1);
    expect(clock.waits).toHaveLength(service.seen.length - 1);
    expect(new Set(clock.waits)).toEqual(new Set([500]));
    for (const { headers } of service.seen) {
      expect(headers["user-agent"]).toBe("pincite/test");
      expect(headers.accept).toMatch(/^application\/xml/);
      expect(headers.cookie).toBeUndefined();
    }
  });

  it("changes nothing the second time, and downloads no text again", async () => {
    const { client, lawbot } = await openFetchBed(service.url);
    await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    const { revision } = lawbot.versions;
    service.seen.length = 0;
    const again = await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    expect(outcomes(again)).toEqual(["ALREADY_THERE BWBR0005290_2024-01-01_0.xml", "ALREADY_THERE manifest.xml"]);
    expect(again.report).toMatchObject({ importedCount: 0, presentCount: 1, corpusRevision: revision });
    expect(lawbot.versions.revision).toBe(revision);
    expect(service.seen.map(({ path }) => path)).toEqual([paths.search("2024-06-01"), paths.manifest()]);
  });

  it("gives the earlier report under the same key and asks nobody; other targets under it are refused", async () => {
    const { client } = await openFetchBed(service.url);
    const request = { idempotencyKey: "k", targets: [lawId], inForceOn: "2024-06-01" };
    const first = await fetchAll(client, request);
    service.seen.length = 0;
    const second = await fetchAll(client, request);
    expect(second.report).toEqual(first.report);
    expect(second.files).toEqual([]);
    expect(service.seen).toEqual([]);
    const other = await fetchAll(client, { ...request, inForceOn: "2022-06-01" });
    expect(other.reason).toBe("IDEMPOTENCY_KEY_REUSED");
  });

  it("takes today by LawBot's clock when no day is named", async () => {
    const { client } = await openFetchBed(service.url);
    const { report } = await fetchAll(client, { targets: [lawId] });
    expect(report?.inForceOn).toBe("2025-01-01");
    expect(report?.targets[0]?.docUid).toBe("BWBR0005290@2024-01-01");
  });

  it("loads an older version beside a newer one", async () => {
    const { client, lawbot } = await openFetchBed(service.url);
    await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    await fetchAll(client, { targets: [lawId], inForceOn: "2022-06-01" });
    expect(lawbot.versions.all().map(({ docUid }) => docUid)).toEqual([
      "BWBR0005290@2020-01-01",
      "BWBR0005290@2024-01-01",
    ]);
  });

  it("is loaded without names when there are none, and says so", async () => {
    service.files.delete(paths.wti());
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    expect(outcomes(told).at(-1)).toBe("REFUSED BWBR0005290.WTI NOT_FOUND");
    expect(told.report?.importedCount).toBe(1);
  });

  it("says so when the index lists nothing and the register does; the register decides", async () => {
    service.files.set(
      paths.search("2024-06-01"),
      bytesOf("<searchRetrieveResponse><numberOfRecords>0</numberOfRecords></searchRetrieveResponse>"),
    );
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    expect(kinds(told)).toContain("NOTE");
    expect(told.report?.importedCount).toBe(1);
  });
});

describe("a day without a version", () => {
  it("is an error that names the neighbours, and loads none of them", async () => {
    const { client, lawbot } = await openFetchBed(service.url);
    const told = await fetchAll(client, { targets: [lawId], inForceOn: "1991-12-31" });
    expect(told).toMatchObject({
      reason: "VERSION_NOT_FOUND",
      facts: { why: "NOT_YET_IN_FORCE", before: "", after: "2020-01-01_0" },
    });
    expect(told.message).toContain("2020-01-01_0");
    expect(lawbot.versions.isEmpty).toBe(true);
  });

  it("says why for a gap and for a version that its publisher deleted", async () => {
    const [old, now] = versions;
    const gap = [{ ...old, through: "2021-12-31" }, now];
    service.files.set(paths.manifest(), bytesOf(manifest(gap)));
    const { client } = await openFetchBed(service.url);
    const missing = await fetchAll(client, { targets: [lawId], inForceOn: "2022-06-01" });
    expect(missing.facts).toMatchObject({ why: "GAP", before: "2020-01-01_0", after: "2024-01-01_0" });
    service.files.set(paths.manifest(), bytesOf(manifest([old, { ...now, deleted: true }])));
    const deleted = await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    expect(deleted.facts).toMatchObject({ why: "DELETED", before: "2020-01-01_0" });
  });
});

describe("what is refused", () => {
  it.each([
    "BWBR005290",
    "bwbr0005290",
    "BWBR0005290/../x",
    "BWBR0005290 ",
    "ECLI:DE:BGH:2020:1",
    "ECLI:NL:HR:2020:1&x=1",
    "http://example.org/",
  ])("is an id such as %j, before anybody is asked", async (target) => {
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, { targets: [target] })).reason).toBe("REQUEST_INVALID");
    expect(service.seen).toEqual([]);
  });

  it("is a call that names nothing, a day that no calendar has, and an unknown profile", async () => {
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, {})).reason).toBe("REQUEST_INVALID");
    expect((await fetchAll(client, { targets: [lawId], inForceOn: "2024-02-30" })).reason).toBe("REQUEST_INVALID");
    const known = builtinProfiles()
      .map(({ profileId }) => profileId)
      .join(" ");
    const unknown = await fetchAll(client, { profile: "toString" });
    expect(unknown).toMatchObject({
      reason: "PROFILE_UNKNOWN",
      facts: { known },
    });
    expect(unknown.message).toContain(`it has: ${known}`);
    expect(service.seen).toEqual([]);
  });

  it("is everything where fetching is switched off, with the way by hand", async () => {
    const { client } = await openFetchBed(service.url, { without: "fetch" });
    const told = await fetchAll(client, { targets: [lawId] });
    expect(told.reason).toBe("UNSUPPORTED");
    expect(told.message).toContain("pincite law import");
    expect(await client.getFetchSettings({})).toMatchObject({ allowed: false });
  });

  it("is a regulation that the service does not have", async () => {
    const { client } = await openFetchBed(service.url);
    service.files.set(
      paths.search("2025-01-01", "BWBR0000009"),
      bytesOf("<searchRetrieveResponse><numberOfRecords>0</numberOfRecords></searchRetrieveResponse>"),
    );
    const told = await fetchAll(client, { targets: ["BWBR0000009"] });
    expect(told).toMatchObject({ reason: "LAW_NOT_FOUND", facts: { law_id: "BWBR0000009" } });
  });

  it("is a text whose bytes are not those of the register: nothing of it is loaded", async () => {
    const other = toestand(versions[1]).replace("goed werkgever", "fout werkgever");
    service.faults(paths.text("2024-01-01_0"), send(other));
    const { client, lawbot } = await openFetchBed(service.url);
    const told = await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    expect(told).toMatchObject({ reason: "IMPORT_REFUSED", facts: { why: "HASH_MISMATCH" } });
    expect(told.message).toContain("Nothing of it was loaded");
    expect(lawbot.versions.isEmpty).toBe(true);
    expect(lawbot.versions.register(lawId)).toBeUndefined();
    expect((await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" })).reason).toBe("");
  });

  it("is a text of another size", async () => {
    service.faults(paths.text("2024-01-01_0"), send(`${toestand(versions[1])}\n`));
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    expect(told.facts.why).toBe("SIZE_MISMATCH");
  });

  it.each([
    ["another law", (xml: string) => xml.replaceAll("BWBR0005290", "BWBR0005291"), "WRONG_ID"],
    ["another version", (xml: string) => xml.replaceAll("2024-01-01", "2020-01-01"), "WRONG_VERSION"],
    [
      "entities of its own",
      (xml: string) => xml.replace("<toestand", '<!DOCTYPE toestand [<!ENTITY a "b">]><toestand'),
      "ENTITY_DECLARED",
    ],
    ["half a file", (xml: string) => xml.slice(0, -400), "TRUNCATED"],
  ])("is a text that holds %s although its hash is right", async (_what, change, why) => {
    const [old, now] = versions;
    const bad = { ...now, xml: change(toestand(now)) };
    service.files.set(paths.manifest(), bytesOf(manifest([old, bad])));
    service.files.set(paths.text("2024-01-01_0"), bytesOf(bad.xml));
    const { client, lawbot } = await openFetchBed(service.url);
    const told = await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    expect(told).toMatchObject({ reason: "IMPORT_REFUSED", facts: { why } });
    expect(lawbot.versions.isEmpty).toBe(true);
  });

  it("is a register of another law, one with entities, and one that names files elsewhere", async () => {
    const { client, lawbot } = await openFetchBed(service.url);
    const why = async (xml: string) => {
      service.faults(paths.manifest(), send(xml));
      return (await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" })).facts.why;
    };
    expect(await why(manifest(versions, "BWBR0005291"))).toBe("WRONG_ID");
    expect(await why(`<!DOCTYPE work [<!ENTITY a "b">]>${manifest(versions).replace(/^<\?.*?\?>/, "")}`)).toBe(
      "ENTITY_DECLARED",
    );
    expect(await why(manifest(versions).replaceAll('label="2024-01-01_0"', 'label="../../../x"'))).toBe("UNKNOWN_ROOT");
    expect(await why(manifest(versions).replaceAll("BWBR0005290_2024-01-01_0.xml", "evil.xml"))).toBe("UNKNOWN_ROOT");
    expect(lawbot.versions.isEmpty).toBe(true);
  });

  it("is an answer of the index that tells of a fault", async () => {
    service.faults(
      paths.search("2024-06-01"),
      send(
        "<searchRetrieveResponse><diagnostics><diagnostic><message>bad</message></diagnostic></diagnostics></searchRetrieveResponse>",
      ),
    );
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    expect(told).toMatchObject({ reason: "IMPORT_REFUSED", facts: { why: "ERROR_STUB" } });
  });

  it("is no law for being without its names: wrong names are refused and the law is loaded", async () => {
    service.faults(paths.wti(), send(wti("BWBR0005291")));
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    expect(outcomes(told).at(-1)).toBe("REFUSED BWBR0005290.WTI WRONG_ID");
    expect(told.report?.importedCount).toBe(1);
  });

  it("never replaces a version that was loaded from other bytes", async () => {
    const { client, lawbot } = await openFetchBed(service.url);
    const bytes = bytesOf(toestand(versions[1]).replace("goed werkgever", "beste werkgever"));
    await lawbot.importer.importFile({ path: "own.xml", validFrom: "" }, bytes);
    const told = await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    expect(told).toMatchObject({ reason: "IMPORT_REFUSED", facts: { why: "OTHER_BYTES" } });
  });
});

describe("several targets", () => {
  it("leave their key free when one failed, so that the same call can be sent again", async () => {
    const none = bytesOf("<searchRetrieveResponse/>");
    service.files.set(paths.search("2024-06-01", "BWBR0000009"), none);
    const { client } = await openFetchBed(service.url);
    const call = { idempotencyKey: "k", targets: [lawId, "BWBR0000009"], inForceOn: "2024-06-01" };
    expect((await fetchAll(client, call)).report?.failedCount).toBe(1);
    for (const [path, bytes] of smallService(versions, "BWBR0000009")) service.files.set(path, bytes);
    expect((await fetchAll(client, call)).report).toMatchObject({ failedCount: 0, importedCount: 1, presentCount: 1 });
  });

  it("are fetched one after the other, and one that is wrong stands in the report beside the others", async () => {
    service.files.set(paths.search("2024-06-01", "BWBR0000009"), bytesOf("<searchRetrieveResponse/>"));
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, { targets: ["BWBR0000009", lawId, lawId], inForceOn: "2024-06-01" });
    expect(told.report).toMatchObject({ importedCount: 1, failedCount: 1, presentCount: 0 });
    expect(told.report?.targets.map(({ target, reason }) => [target, reason])).toEqual([
      ["BWBR0000009", "LAW_NOT_FOUND"],
      [lawId, ""],
    ]);
  });

  it("end together where the service is down", async () => {
    service.faults(paths.search("2024-06-01"), status(500));
    const { client } = await openFetchBed(service.url);
    const told = await fetchAll(client, { targets: [lawId, "BWBR0000009"], inForceOn: "2024-06-01" });
    expect(told.reason).toBe("UPSTREAM_UNAVAILABLE");
    expect(service.seen).toHaveLength(1);
  });

  it("may be those of a profile, which GetFetchSettings lists", async () => {
    const { client } = await openFetchBed(service.url);
    const { profiles, services, allowed } = await client.getFetchSettings({});
    expect(allowed).toBe(true);
    expect(services.flatMap(({ hosts }) => hosts)).toEqual([
      "zoekservice.overheid.nl",
      "repository.officiele-overheidspublicaties.nl",
      "data.rechtspraak.nl",
    ]);
    const laws =
      profiles.find(({ profile }) => profile === "uwv-deskundigenoordeel")?.laws.map((law) => law.lawId) ?? [];
    expect(laws).toContain(lawId);
    for (const id of laws) for (const [path, bytes] of smallService(versions, id)) service.files.set(path, bytes);
    const told = await fetchAll(client, { profile: "uwv-deskundigenoordeel", inForceOn: "2024-06-01" });
    expect(told.report?.targets.map(({ target, reason }) => [target, reason])).toEqual(laws.map((id) => [id, ""]));
    expect(told.report?.importedCount).toBe(laws.length);
  });
});

describe("fetching a ruling", () => {
  it("loads it by its ECLI, in whatever case it is written, and not a second time", async () => {
    service.files.set(paths.ruling(ecli), bytesOf(rulingXml("<para>Rechtsoverweging.</para>")));
    const { client, cases } = await openFetchBed(service.url);
    const told = await fetchAll(client, { targets: [ecli.toLowerCase().replace("hr", "HR")] });
    expect(told.report?.targets[0]).toMatchObject({ target: ecli, docUid: ecli, reason: "" });
    expect(cases.rulings.find(ecli)?.ecli).toBe(ecli);
    service.seen.length = 0;
    const again = await fetchAll(client, { targets: [ecli] });
    expect(again.report).toMatchObject({ presentCount: 1, importedCount: 0 });
    expect(service.seen).toEqual([]);
  });

  it("refuses one that is another", async () => {
    service.files.set(paths.ruling(ecli), bytesOf(rulingXml("<para>x</para>", "ECLI:NL:HR:2020:2")));
    const { client, cases } = await openFetchBed(service.url);
    expect((await fetchAll(client, { targets: [ecli] })).facts.why).toBe("WRONG_ID");
    expect(cases.rulings.all()).toEqual([]);
  });

  it("says that it is not published, or that case law is off", async () => {
    const { client } = await openFetchBed(service.url);
    expect((await fetchAll(client, { targets: [ecli] })).reason).toBe("LAW_NOT_FOUND");
    const off = await openFetchBed(service.url, { without: "cases" });
    expect((await fetchAll(off.client, { targets: [ecli] })).reason).toBe("UNSUPPORTED");
  });
});

describe("what is loaded so", () => {
  it("is found by LawsService as any import is", async () => {
    const { client, lawbot } = await openFetchBed(service.url);
    await fetchAll(client, { targets: [lawId], inForceOn: "2024-06-01" });
    expect(LawsService.typeName).toBe("pincite.lawbot.v1.LawsService");
    expect(lawbot.catalogue.law(lawId)).toMatchObject({
      shortName: "BW",
      register: { versions: [{ label: "2020-01-01_0" }, { label: "2024-01-01_0" }] },
      naming: { abbreviations: ["BW7"] },
    });
  });
});
