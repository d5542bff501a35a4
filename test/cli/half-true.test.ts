import { afterAll, beforeAll, expect, it } from "vitest";
import type { Case } from "../simulation/guide/dossier.ts";
import { cli } from "./support/cli.ts";
import { type Layman, laymanWith } from "./support/layman.ts";

const half = "Op 4 augustus 2026 heeft u nog gebruik gemaakt van de club";
const rest = "waaruit blijkt dat u uw lidmaatschap wilde voortzetten.";
const handed = "Sportief Zwolle heeft haar vordering op u aan ons uit handen gegeven.";
const threat = "Blijft betaling uit, dan volgt dagvaarding.";
const letter = [
  "From: Piet Verzonnen <piet@incasso.example>",
  "To: Zara Zandstra <zara@thuis.example>",
  "Date: Mon, 23 Nov 2026 10:00:00 +0100",
  "Subject: Vordering",
  "Message-ID: <vordering@incasso.example>",
  "MIME-Version: 1.0",
  "Content-Type: text/plain; charset=utf-8",
  "",
  `Geachte mevrouw Zandstra,\r\n\r\n${handed} ${half}, ${rest} ${threat}\r\n\r\nHoogachtend,\r\nPiet Verzonnen`,
].join("\r\n");

let layman: Layman;
beforeAll(async () => {
  const documents = [{ file: "brief.eml", bytes: new TextEncoder().encode(letter) }];
  layman = await laymanWith({ documents } as unknown as Case);
  await layman.type("vault", "import", "./dossier", "--strand", "zaak");
});
afterAll(() => layman.stop());

const signIn = (shown: string): string => /\b\d+-[0-9a-f]{4}\b/u.exec(shown)?.[0] ?? "";
const flat = (shown: string): string => shown.replaceAll(/\s+/gu, " ");

/** A reply to the letter at its second step, as it is shown. */
const begun = async (): Promise<string> => {
  const [, uid = ""] = /(vault:[0-9a-f]+)/u.exec(await layman.type("vault", "list", "--strand", "zaak")) ?? [];
  const profile = ["--profile", "reply-to-debt-collector"];
  await layman.type("run", "new", "--strand", "zaak", "--answered", uid, ...profile);
  const shown = await layman.type("run", "go", "latest", "doel=De vordering afwijzen.");
  return layman.type("run", "go", "latest", "ja", signIn(shown));
};

it("takes a statement in two where it says it may, and answers each half, in the letter's own words", async () => {
  const first = await begun();
  expect(flat(first)).toContain(`half waar? “2=knip” maakt er twee stellingen van: “${half}” | “${rest}”`);
  expect(first).toMatch(/^ {2}voorbehoud +uw brief zegt er niets over, en u houdt alle rechten/mu);
  const cut = await layman.type("run", "go", "latest", "2=knip");
  const [, one = "", two = ""] = /^ *(\d+) +“Op 4 augustus[^”]*”[\s\S]*?^ *(\d+) +“waaruit/mu.exec(cut) ?? [];
  expect(
    [one, two].map(Number).every((number) => number > 3),
    cut,
  ).toBe(true);
  const whole = await layman.type("run", "go", "latest", `${two}=heel`);
  const [, again = ""] = /^ *(\d+) +“Op 4 augustus/mu.exec(whole) ?? [];
  const typed = await layman.type("run", "go", "latest", `${again}=knip: waaruit blijkt`);
  const [, left = "", right = ""] = /^ *(\d+) +“Op 4 augustus[^”]*”[\s\S]*?^ *(\d+) +“waaruit/mu.exec(typed) ?? [];
  const outline = flat(
    await layman.type(
      "run",
      "go",
      "latest",
      `${left}=juist`,
      `${right}=onjuist`,
      "1=voorbehoud: Ik ken haar niet.",
      "3=nvt",
    ),
  );
  expect(outline).toContain(`Wat uw brief stelt, is juist: ${half} [Stelling in de brief] Zo erkent u dit`);
  expect(outline).toContain(`Wat uw brief stelt, is onjuist: ${rest}`);
  expect(outline).toContain(
    `1 “${handed}” (voorbehoud) Wat u erbij zei, blijft hier staan en komt niet in de brief: Ik ken haar niet.`,
  );
});

it("refuses to call a threat unknown, to cut where nothing begins, and what changes nothing", async () => {
  await begun();
  const refused = async (...said: string[]): Promise<string> => {
    const { code, err } = await layman.aside("run", "go", "latest", ...said);
    expect(code).toBe(2);
    return flat(err);
  };
  expect(await refused("3=weet-niet")).toContain("Onder 3 staat geen feit dat iemand weet of niet weet");
  expect(await refused("3=weet-niet")).not.toMatch(/Zeg: .*weet-niet/u);
  expect(await refused("1=knip")).toContain("Waar begint het tweede deel");
  expect(await refused("2=knip: zeppelin")).toContain("Waar begint het tweede deel");
  expect(await refused("2=heel")).toContain("verandert niets");
  expect(await refused("9=knip")).toContain("9");
  const asked = await layman.type("run", "go", "latest", "3=eis");
  expect(asked).toMatch(/Wat de brief vraagt\n[\s\S]*“Blijft betaling uit/u);
});

it("asks of each half by itself where a person is asked, and takes words of her own", async () => {
  await begun();
  const asked: string[] = [];
  const ask = (question: string): Promise<string> => {
    asked.push(flat(question));
    const said = Object.entries({
      "eigen woorden?": "Dat u voor Sportief Zwolle schrijft, neem ik aan.",
      [`“${half}, ${rest}”`]: "knip",
      [handed]: "eigen-woorden",
      [`“${half}”`]: "juist",
      [`“${rest}”`]: "onjuist",
      [threat]: "weet-niet",
    }).find(([words]) => flat(question).includes(words));
    return Promise.resolve(said?.[1] ?? "");
  };
  const { out, code, err } = await cli(["run", "go", "latest"], {
    env: { PINCITE_URL: layman.url, PINCITE_LANG: "nl" },
    ask,
  });
  expect([err, code]).toEqual(["", 0]);
  expect(asked.filter((question) => question.includes(`“${half}, ${rest}”`))).toHaveLength(1);
  // Whoever answers what does not fit is told what the answers mean.
  expect(asked.find((question) => question.includes(threat))).not.toContain("weet-niet");
  expect(asked.some((question) => question.includes("uw brief erkent het niet en bestrijdt het niet"))).toBe(true);
  const outline = flat(out);
  expect(outline).toContain(": Dat u voor Sportief Zwolle schrijft, neem ik aan.");
  expect(outline).toContain(`Wat uw brief stelt, is onjuist: ${rest}`);
});
