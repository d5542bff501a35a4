import { fileURLToPath } from "node:url";
import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PartyRole, PartySchema } from "../../gen/pincite/memo/v1/party_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { parseAnswer, signOf } from "../../src/cli/go/answer.ts";
import { partiesSaid, writersOf } from "../../src/cli/go/people.ts";
import { contextOf } from "../../src/client/run-view.ts";
import { strangersAmong } from "../../src/client/writers.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { startTestServer, type TestServer } from "../e2e/support/server.ts";
import { cli } from "./support/cli.ts";
import { choicesIn } from "./support/layman.ts";

const demo = fileURLToPath(new URL("../../demo/", import.meta.url));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await typed("vault", "import", `${demo}dossier`, "--strand", "zaak");
  await typed("law", "import", `${demo}law/BWBR0005290_2023-07-01_uittreksel.xml`, `${demo}law/manifest.xml`);
});
afterAll(() => server.stop());

const env = () => ({ PINCITE_URL: server.url, PINCITE_LANG: "nl" });
const command = (...argv: string[]) => cli(argv, { env: env() });
const typed = async (...argv: string[]): Promise<string> => {
  const { out, err, code } = await command(...argv);
  expect([err, code], argv.join(" ")).toEqual(["", 0]);
  return out;
};
const begin = async (): Promise<string> => {
  const list = await typed("vault", "list", "--strand", "zaak");
  const letter = /vervallen thuiswerkdag\s+(vault:[0-9a-f]+)/u.exec(list)?.[1] ?? "";
  return typed(
    "run",
    "new",
    "--profile",
    "email-reply",
    "--strand",
    "zaak",
    "--on",
    "2025-12-15",
    "--answered",
    letter,
  );
};
const latest = async () => {
  const { runs } = await server.orchestrator.listRuns({ pageSize: 1 });
  return contextOf((await server.orchestrator.getRun({ runId: runs[0]?.runId ?? "" })).runContext);
};
const signIn = (shown: string): string => /run go latest ja (\d+-[0-9a-f]+)/u.exec(shown)?.[1] ?? "";

describe("the words of an answer", () => {
  it("are a yes with the sign of what was seen, what was looked at, what is left out, and own words", () => {
    expect(parseAnswer(["ja", "87-868F", "gezien", "koppeling:1", "zin:2", "nee", "stelling:4", "2=juist"])).toEqual({
      ...{ isYes: true, sign: "87-868f", seen: ["koppeling:1", "zin:2"], rejected: ["stelling:4"], said: ["2=juist"] },
    });
    expect(signOf("87-868f0a9a4f766cdc")).toBe("87-868f");
  });

  it("decide nothing without the sign, and nothing that is not understood", () => {
    for (const words of [
      ["ja"],
      ["gezien", "koppeling:1"],
      ["nee", "zin:1"],
      ["misschien"],
      ["87-868f", "koppeling:1"],
    ])
      expect(() => parseAnswer(words), words.join(" ")).toThrow(/REQUEST_INVALID|answer|yes/u);
  });
});

describe("run go", () => {
  it("agrees to nothing that has changed since it was shown", async () => {
    const sign = signIn(await begin());
    await typed("run", "propose", "latest", "--goal", "Iets heel anders");
    const { code, err } = await command("run", "go", "latest", "ja", sign);
    expect([code, err]).toEqual([4, expect.stringContaining("is veranderd sinds u het zag")]);
    expect((await latest()).items.filter(({ decision }) => decision !== 0)).toEqual([]);
  });

  it("goes on with the memo that was shown, though `latest` has come to mean another", async () => {
    const shown = await begin();
    const { runId, version } = await latest();
    expect(shown).toContain(runId);
    await server.orchestrator.createRun({ idempotencyKey: crypto.randomUUID(), strandId: "zaak", locale: "nl" });
    expect(await typed("run", "go", "latest", "ja", signIn(shown))).toContain(runId);
    const { runContext } = await server.orchestrator.getRun({ runId });
    expect(runContext?.version).not.toBe(version);
  });

  // "evidence_id: does not match `^(vault|law):.`", and a run that had been begun for nothing.
  it("begins with the letter by the name of its file, and begins no run where none is called so", async () => {
    const { docs } = await server.docs.listDocs({ strandId: "zaak", pageSize: 200 });
    const letter = docs.find(({ title }) => title.includes("vervallen thuiswerkdag"));
    const name = letter?.path.split("/").at(-1) ?? "";
    const named = ["run", "new", "--profile", "email-reply", "--strand", "zaak", "--on", "2025-12-15", "--answered"];
    for (const given of [name, `ergens/anders/${name.toUpperCase()}`, letter?.docUid.slice(0, 12) ?? ""])
      expect(await typed(...named, given), given).toContain("Stap 1 van 6");
    const { runId } = await latest();
    const { code, err } = await command(...named, "brief van niemand.pdf");
    expect([code, err]).toEqual([
      3,
      expect.stringContaining("geen stuk in deel zaak van de kluis heet brief van niemand.pdf"),
    ]);
    expect((await latest()).runId).toBe(runId);
  });

  // The letter's assertions are shown with the goal, and whoever answered them there was told that the answer was no role.
  // "ondertekening=…" was nobody who wrote in the case, and could be said at the last step alone.
  it("takes at the first step what stands around the letter", async () => {
    await begin();
    const shown = await typed("run", "go", "latest", "ondertekening=Anna van Elders", "plaats=Elders");
    expect(shown).toMatch(/ondertekening: Anna van Elders/u);
    expect(shown).toMatch(/plaats: Elders/u);
  });

  it("tells who reads English nothing in Dutch but the letter's own words, and no day in digits", async () => {
    const list = await typed("vault", "list", "--strand", "zaak");
    const letter = /vervallen thuiswerkdag\s+(vault:[0-9a-f]+)/u.exec(list)?.[1] ?? "";
    const english = { env: { ...env(), PINCITE_LANG: "en" } };
    const { out } = await cli(
      [
        "run",
        "new",
        "--profile",
        "email-reply",
        "--strand",
        "zaak",
        "--on",
        "2025-12-15",
        "--answered",
        letter,
        "--locale",
        "nl",
      ],
      english,
    );
    expect(out).toMatch(/^Step 1 of 6/mu);
    expect(out).toMatch(/^\s+of 9 December 2025$/mu);
    expect(out).not.toMatch(/The guide|Ik begrijp/u);
  });

  it("takes answers to the letter together with the goal, and refuses words that it cannot read before it does anything", async () => {
    const shown = await begin();
    const go = ["run", "go", "latest"];
    const { version } = await latest();
    const refused = await command(...go, "ja", signIn(shown), "1=onjuist: Dat is niet zo.", "Niemand=weet ik niet");
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("is geen rol")]);
    const unread = await command(...go, "ja", signIn(shown), "1=misschien");
    expect([unread.code, unread.err]).toEqual([2, expect.stringContaining("is geen antwoord")]);
    expect((await latest()).version).toBe(version);
    expect(await typed(...go, "1=onjuist: Dat is niet zo.")).toContain("Nog niet opgenomen");
    const outline = await typed(...go, "ja", signIn(await typed(...go)), "1=onjuist: Dat is niet zo.");
    expect(outline).toContain("Dat is niet zo.");
    // What stayed without an answer was told at the last step alone.
    expect(outline).toMatch(/Van de \d+ stellingen en vragen in de brief hebben er \d+ nog geen antwoord: 2, 3/u);
    expect(outline).toContain("pincite run letter latest\n");
    expect((await latest()).state).toBe(OrchestratorState.SKELETON);
  });

  // The yes took over those whom the first step had shown with a question mark, for an intent that the no had just put away:
  // “There is no party party 2 to replace”, and half of the answer was done.
  it("takes a no to the intent alone, and says nothing of an intent that goes", async () => {
    const go = ["run", "go", "latest"];
    const sign = signIn(await begin());
    const { version } = await latest();
    const refused = await command(...go, "ja", sign, "nee", "intent", "plaats=Elders");
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("plaats=Elders")]);
    expect((await latest()).version).toBe(version);
    await typed(...go, "ja", sign, "nee", "intent");
    expect((await latest()).current.map(({ role }) => role)).not.toContain("intent_seed");
  });

  // Claims that had been dropped stood in the outline after a step back as if they were in the letter.
  it("says of a claim in the outline that it was left out", async () => {
    const go = ["run", "go", "latest"];
    const outline = await typed(...go, "ja", signIn(await begin()), "1=onjuist: Dat is niet zo.");
    const [, number = ""] = /^ +stelling (\d+): /mu.exec(outline) ?? [];
    await typed(...go, "ja", signIn(outline), "nee", `stelling:${number}`);
    await typed("run", "rewind", "latest", "--to", "skeleton");
    const shown = await typed(...go);
    expect(shown).toMatch(new RegExp(`^ +stelling ${number} \\(weggelaten\\): `, "mu"));
    expect(shown.match(/\(weggelaten\)/gu)).toHaveLength(1);
  });

  it("never takes an item with looks for agreed to, and takes it once it is named", async () => {
    let shown = await begin();
    shown = await typed("run", "go", "latest", "ja", signIn(shown));
    shown = await typed(
      "run",
      "go",
      "latest",
      "4=onjuist: op 17 maart 2025 is de vaste thuiswerkdag schriftelijk toegezegd",
    );
    shown = await typed("run", "go", "latest", "ja", signIn(shown));
    const [slot = ""] = /bewijsvraag:\d+(?==…)/u.exec(shown) ?? [];
    // Her own words of that day are no promise of the other side.
    const [, own = ""] =
      /Noor Fictief.*(vault:[0-9a-f]+)/u.exec(await typed("vault", "list", "--strand", "zaak")) ?? [];
    await typed("run", "choose", "latest", slot, "1", "--paper", own);
    shown = await typed("run", "go", "latest");
    shown = await typed("run", "go", "latest", "ja", signIn(shown));
    const looked = (await latest()).items.filter(({ looks }) => looks.length > 0);
    expect(looked.length).toBeGreaterThan(0);
    expect(shown).toContain("Let op");
    shown = await typed("run", "go", "latest", "ja", signIn(shown));
    const left = (await latest()).items.filter(({ looks, decision }) => looks.length > 0 && decision === 0);
    expect(left.map(({ itemId }) => itemId)).toEqual(looked.map(({ itemId }) => itemId));
    // What was agreed to is not shown again, and neither is a yes to nothing.
    expect(shown).not.toMatch(/ja \d+-[0-9a-f]+$/mu);
    const names = /staat \(([^)]+)\)/u.exec(shown)?.[1]?.split(/,\s+/u) ?? [];
    shown = await typed("run", "go", "latest", "ja", signIn(shown), "gezien", ...names);
    expect(shown).toContain("Stap 5 van 6");
    // It was named, so it is not told to have been left behind.
    expect(shown).not.toContain("Niet meegenomen");
    expect(shown).toContain("eromheen staat: …");
    const unknown = await command("run", "go", "latest", "ja", signIn(shown), "gezien", "koppeling:99");
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("koppeling 99 staat niet")]);
  });

  it("asks one question at a time at a terminal, to the end of the letter", async () => {
    await begin();
    const asked: string[] = [];
    const ask = (question: string): Promise<string> => {
      asked.push(question);
      if (question.includes("Wat is ")) return Promise.resolve(question.includes("Bram") ? "werkgever" : "");
      if (question.includes("welke passage")) return Promise.resolve("1");
      if (/Wat wilt u|Wat mag er niet/u.test(question)) return Promise.resolve("");
      if (question.includes("Uw antwoord in woorden")) return Promise.resolve("open");
      if (question.includes("Waarom niet"))
        return Promise.resolve("op 17 maart 2025 is de vaste thuiswerkdag schriftelijk toegezegd");
      if (question.includes("nooit een schriftelijke")) return Promise.resolve("onjuist");
      // What tells no fact is not asked to be known.
      if (question.includes("weet-niet")) return Promise.resolve("weet-niet");
      return Promise.resolve(question.includes("kennisgeving") ? "kennisgeving" : "j");
    };
    const { code, err, out } = await cli(["run", "go", "latest"], { env: env(), ask });
    expect([err, code]).toEqual(["", 0]);
    expect((await latest()).lifecycle).toBe(RunLifecycle.FINALISED);
    expect(out).toContain("Uw brief is klaar");
    // Gone back on purpose: what is shown stays where it is until something is said to it.
    await typed("run", "rewind", "latest", "--to", "opzet");
    expect(await typed("run", "go", "latest")).toContain("Stap 2 van 6");
    expect((await latest()).state).toBe(OrchestratorState.SKELETON);
    // Each look was a question of its own, with what it is about.
    expect(
      asked
        .filter((one) => one.includes("Let op"))
        .every((one) => one.includes("“") && one.includes("[j/n; niets: n]")),
    ).toBe(true);
  });

  // Thirteen passages had been chosen one by one when an unknown word at "Wat laat u weg" ended the program, and all of them were asked
  // again. There was no way to search there, none to add a point, "onjuist: waarom" was not taken, and "nvt" became a claim.
  it("keeps each choice when it is made, searches where it asks, and asks an unknown word again", async () => {
    await begin();
    const asked: string[] = [];
    let isChosen = false;
    const ask = (question: string): Promise<string | undefined> => {
      asked.push(question);
      const again = asked.filter((one) => one === question).length > 1;
      if (question.includes("welke passage")) {
        if (isChosen) return Promise.resolve(undefined);
        isChosen = again;
        return Promise.resolve(again ? "1" : "zoek: vaste thuiswerkdag");
      }
      if (question.includes("nooit een schriftelijke"))
        return Promise.resolve("onjuist: op 17 maart 2025 is de vaste thuiswerkdag schriftelijk toegezegd");
      if (question.includes("Maar half waar")) return Promise.resolve("nvt");
      if (question.includes("juist, onjuist"))
        return Promise.resolve(asked.some((one) => one.includes("Maar half waar")) ? "weet-niet" : "juist");
      if (question.includes("erbij:"))
        return Promise.resolve(again ? "j" : "erbij: Ik heb de laptop op 3 mei 2025 teruggebracht.");
      return Promise.resolve(question.includes("[j/n") ? "j" : "");
    };
    const { code, err, out } = await cli(["run", "go", "latest"], { env: env(), ask });
    expect([err, code]).toEqual(["", 0]);
    expect(asked.some((one) => one.includes("Waarom niet"))).toBe(false);
    expect(out).not.toMatch(/Nvt/u);
    expect((await latest()).choices).toHaveLength(1);
    expect(out).toMatch(/Ik heb de laptop op 3 mei 2025 teruggebracht\./u);
    // Nothing is said of "n" alone, so that a person is not asked the same for ever.
    const typedBack = ["iets", "nee", ""];
    const wayBack: string[] = [];
    await typed("run", "rewind", "latest", "--to", "opzet");
    const back = await cli(["run", "go", "latest"], {
      env: env(),
      ask: (question) => {
        wayBack.push(question);
        return Promise.resolve(question.includes("Wat laat u weg") ? typedBack.shift() : "n");
      },
    });
    expect([back.err, back.code]).toEqual(["", 0]);
    expect(wayBack.slice(-3)).toEqual([
      expect.stringContaining("Wat laat u weg (de namen"),
      expect.stringMatching(/staat niet in wat getoond is.*zoals \p{L}+:\d/u),
      expect.stringMatching(/staat niet in wat getoond is/u),
    ]);
  });

  it("asks for the goal where no letter is answered, and for people by any part of a name that is one person's", async () => {
    const run = contextOf(
      (await server.orchestrator.createRun({ idempotencyKey: crypto.randomUUID(), strandId: "zaak", locale: "nl" }))
        .runContext,
    );
    expect(await typed("run", "go", run.runId)).toContain('"doel=…"');
    const shown = await typed("run", "go", run.runId, "doel=Antwoorden op de brief.", "bram=leidinggevende");
    expect(shown).toContain("Stap 2 van 6");
    const { code, err } = await command("run", "go", run.runId, "1=juist");
    expect([code, err]).toEqual([2, expect.stringContaining("PROPOSAL_INVALID")]);
  });

  it("gives another role to somebody who is a party already, and keeps names and addresses", () => {
    const party = create(PartySchema, {
      ...{ partyId: "party:2", names: ["Bram Verzonnen"], addresses: ["b@x.example"], role: PartyRole.THIRD },
    });
    // Who signed a letter and wrote no mail was named to nobody.
    expect(partiesSaid(["bram=namens de werkgever"], [], [party], "nl", builtinProfiles()[0])).toEqual([
      {
        ...{ partyId: "party:2", names: ["Bram Verzonnen"], addresses: ["b@x.example"] },
        role: PartyRole.REPRESENTATIVE,
      },
    ]);
    const writer = {
      name: "B. Verzonnen",
      address: "bv@x.example",
      otherAddresses: [],
      documentCount: 1,
      isWrittenTo: true,
    };
    expect(partiesSaid(["B. Verzonnen=Bram"], [writer], [party], "nl", builtinProfiles()[0])).toMatchObject([
      {
        partyId: "party:2",
        role: PartyRole.THIRD,
        names: ["Bram Verzonnen", "B. Verzonnen"],
        addresses: ["b@x.example", "bv@x.example"],
      },
    ]);
    // Several names of one person, and of one who is named beside them, come to one party each.
    const more = [
      { name: "Bram V.", address: "", otherAddresses: [], documentCount: 1, isWrittenTo: true },
      { name: "Iris D", address: "", otherAddresses: [], documentCount: 1, isWrittenTo: true },
      { name: "Iris Denkbeeld", address: "i@x.example", otherAddresses: [], documentCount: 1, isWrittenTo: true },
    ];
    const said = ["B. Verzonnen=Bram", "Iris D=Iris Denkbeeld", "Bram V.=Bram", "Iris Denkbeeld=werkgever"];
    expect(partiesSaid(said, [writer, ...more], [party], "nl", builtinProfiles()[0])).toMatchObject([
      { role: PartyRole.OPPONENT, names: ["Iris Denkbeeld", "Iris D"], addresses: ["i@x.example"] },
      { partyId: "party:2", role: PartyRole.THIRD, names: ["Bram Verzonnen", "B. Verzonnen", "Bram V."] },
    ]);
    expect(() => partiesSaid(["iris=werkgever"], [], [party], "nl", builtinProfiles()[0])).toThrow(/names nobody/u);
  });

  it("takes a whole name for whoever writes so, in mails and chats, and not for a party that begins so", () => {
    const firm = create(PartySchema, {
      partyId: "party:1",
      names: ["K. Wierda", "Hal B.V."],
      role: PartyRole.OPPONENT,
    });
    const writers = ["hal@x.example", ""].map((address) => ({
      ...{ name: "Hal", address, otherAddresses: [], documentCount: 1, isWrittenTo: true },
    }));
    expect(partiesSaid(["Hal=namens de werkgever"], writers, [firm], "nl", builtinProfiles()[0])).toEqual([
      { role: PartyRole.REPRESENTATIVE, names: ["Hal"], addresses: ["hal@x.example"] },
    ]);
  });

  it("lists who wrote something, who most first, and only whom nobody has named", async () => {
    const connection = { docs: server.docs } as never;
    const writers = await writersOf(connection, "zaak");
    expect(writers.map(({ name }) => name)).toContain("Bram Verzonnen");
    const parties = [{ names: ["B. V."], addresses: [writers[0]?.address ?? ""] }] as never;
    expect(strangersAmong(writers, { parties } as never)).toHaveLength(writers.length - 1);
  });
});

describe("who speaks, on the wire", () => {
  it("stands on a binding by the party of the intent, with the day", async () => {
    await begin();
    const shown = await typed("run", "go", "latest");
    await typed("run", "go", "latest", "ja", signIn(shown), "Bram=werkgever");
    let next = await typed(
      "run",
      "go",
      "latest",
      "4=onjuist: op 17 maart 2025 is de vaste thuiswerkdag schriftelijk toegezegd",
    );
    for (let stage = 2; stage <= 3; stage++)
      next = await typed("run", "go", "latest", "ja", signIn(next), ...choicesIn(next));
    const { items } = await latest();
    const spoken = items.flatMap(({ spoken: one }) => (one ? [one] : []));
    expect(spoken.map(({ day }) => day)).toContain("2025-03-17");
    expect(spoken.every(({ partyId }) => /^party:\d+$/u.test(partyId))).toBe(true);
  });
});
