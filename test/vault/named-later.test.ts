import { expect, it } from "vitest";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { file, importAll, mail, openTestVault } from "./vault-fixture.ts";

const from = (subject: string, day: number, body: string) =>
  mail(
    {
      From: "Esther Hoog <e.hoog@firma.example>",
      To: "Noor Bos <noor@thuis.example>",
      Subject: subject,
      Date: `Thu, ${day} Oct 2026 10:00:00 +0200`,
      "Message-ID": `<${day}@firma.example>`,
    },
    body,
  );

// At the choice the correction stood beside the rule; at the steps behind it, where a chosen passage is read in its paper alone, it did not.
it("what was written later is told of a passage among all papers and of one that is read in its paper alone", async () => {
  const opened = await openTestVault();
  const items = await importAll(opened.vault, [
    file("1.eml", from("Nieuwe bonusregeling", 8, "Wie voor 31 december vertrekt, krijgt geen bonus.")),
    file(
      "2.eml",
      from("Correctie: Nieuwe bonusregeling", 14, "Mijn bericht was niet volledig, de regel geldt pas volgend jaar."),
    ),
  ]);
  const rule = items.find(({ path }) => path === "1.eml")?.docUid ?? "";
  for (const docUid of ["", rule]) {
    const { lists } = await opened.search.rankSentences({
      queries: [{ text: "De regel van 31 december geldt niet voor deze bonus.", docUid }],
      limit: 9,
    });
    const told = lists[0]?.candidates.flatMap(({ evidence, namedLater }) =>
      evidence?.evidenceId === `vault:${rule}` ? namedLater.map(({ title, day, words }) => [title, day, words]) : [],
    );
    expect(told?.[0], docUid).toEqual([
      "Correctie: Nieuwe bonusregeling",
      "2026-10-14",
      "Mijn bericht was niet volledig, de regel geldt pas volgend jaar.",
    ]);
  }
});

const said = (author: string, subject: string, day: string, body: string) =>
  mail(
    {
      From: author,
      To: "Noor Bos <noor@thuis.example>",
      Subject: subject,
      Date: `${day} 2026 10:00:00 +0200`,
      "Message-ID": `<${day.replaceAll(/\W/gu, "")}@firma.example>`,
    },
    body,
  );
const reminder = "Je vakantie-uren over 2025 vervallen op 1 juli 2026.";
const refund = "U krijgt de volledige waarborgsom terug.";
const [petra, ruben] = ["Petra Vos <p.vos@firma.example>", "Ruben Pol <r.pol@firma.example>"];

const laterBeside = async (first: string, quote: string, later: Uint8Array): Promise<string[]> => {
  const opened = await openTestVault();
  await importAll(opened.vault, [
    file("1.eml", said(petra, first, "Mon, 06 Apr", `Beste Noor,\n\n${quote} Vraag het na bij het loket.`)),
    file("2.eml", later),
  ]);
  const { lists } = await opened.search.rankSentences({ queries: [{ text: quote }], limit: 9 });
  const [own] =
    lists[0]?.candidates.filter(({ voice, locator }) => voice !== Voice.QUOTED && locator?.exactQuote === quote) ?? [];
  if (!own) throw new Error("the passage is listed");
  return own.namedLater.map(({ words }) => words);
};

// A claim that leave had not lapsed rested on a reminder that it would, and the same writer's "that does not hold for you" of five days later was told nowhere.
it("a later mail under the same subject that denies something is told of the passage, and one that denies nothing is not", async () => {
  const subject = "Herinnering verlofuren";
  const answer = (body: string) =>
    said(
      petra,
      `RE: ${subject}`,
      "Sat, 11 Apr",
      `Noor,\n\n${body}\n\nOp ma 6 apr 2026 om 09:00 schreef Petra Vos:\n> ${reminder}`,
    );
  const denial = "Die herinnering geldt niet voor jou.";
  expect(await laterBeside(subject, reminder, answer(`Tot maandag. ${denial}`))).toEqual([denial]);
  expect(await laterBeside(subject, reminder, answer("De herinnering staat ook op het prikbord."))).toEqual([]);
  expect(await laterBeside(subject, reminder, answer("Ik ben er vrijdag niet."))).toEqual([]);
});

// A colleague took a promise back as "the message of 6 April", without the year, and nothing stood beside the promise.
it("a day without its year names a paper, and a colleague is read where the passage is quoted below", async () => {
  const subject = "Uw waarborgsom";
  const tail = `Op ma 6 apr 2026 om 09:00 schreef Petra Vos:\n> ${refund}`;
  const taken = "Het bericht van Petra van 6 april is ten onrechte verstuurd.";
  const denial = "De waarborgsom betalen wij niet terug.";
  const from = (body: string, below = tail) =>
    said(ruben, `RE: ${subject}`, "Thu, 09 Apr", `Dag Noor,\n\n${body}\n\n${below}`);
  expect(await laterBeside(subject, refund, from(taken))).toEqual([taken]);
  expect(await laterBeside(subject, refund, from(denial))).toEqual([denial]);
  expect(await laterBeside(subject, refund, from(denial, "Ruben"))).toEqual([]);
});

// Her mail stood first as its own proof, and the office's answer below which it was quoted, which denies the call, stood nowhere; where the
// answer alone was among the papers, its quote of her was chosen, and the letter handed over the denial.
it("what somebody else denies above the quoted passage is told with its writer, and of words that are only quoted it is told of their own paper", async () => {
  const called = "Ik heb op 4 september 2026 het loket gebeld en mijn inkomsten doorgegeven.";
  const denial = "In ons systeem vind ik geen telefoongesprek van u op 4 september 2026.";
  const own = said("Noor Bos <noor@thuis.example>", "Inkomsten", "Mon, 06 Apr", `Goedemorgen,\n\n${called}`);
  const office = "Loket Werk <loket@instantie.example>";
  const answer = said(
    office,
    "RE: Inkomsten",
    "Thu, 09 Apr",
    `Geachte mevrouw,\n\n${denial}\n\nOp ma 6 apr 2026 om 10:00 schreef Noor Bos:\n> ${called}`,
  );
  const told = async (files: Uint8Array[], isQuote: boolean) => {
    const opened = await openTestVault();
    const items = await importAll(
      opened.vault,
      files.map((bytes, at) => file(`${at}.eml`, bytes)),
    );
    const each = items.map(({ docUid }) => docUid);
    const found = await Promise.all(
      ["", ...each].map(async (docUid) => {
        const { lists } = await opened.search.rankSentences({ queries: [{ text: called, docUid }], limit: 9 });
        return (lists[0]?.candidates ?? []).filter(
          ({ voice, locator }) => (voice === Voice.QUOTED) === isQuote && locator?.exactQuote === called,
        );
      }),
    );
    return found
      .flat()
      .map(({ evidence, namedLater }) =>
        namedLater.map(({ evidenceId, writer, words }) => [evidenceId === evidence?.evidenceId, writer, words]),
      );
  };
  expect(await told([own, answer], false)).toEqual([[[false, office, denial]], [[false, office, denial]]]);
  expect(await told([answer], true)).toEqual([[[true, "", denial]], [[true, "", denial]]]);
});

// A later mail that told of the cancellation and confirmed it stood beside the cancellation as a doubt, and an offer "as discussed on 4 March" beside minutes of that day.
it("a later paper that tells what was done on the day of a paper does not name it", async () => {
  const cancelled = "Hierbij zeg ik mijn lidmaatschap op.";
  const later = (body: string) => said(petra, "Contributie", "Sat, 11 Apr", `Beste Noor,\n\n${body}`);
  const first = "Opzegging lidmaatschap";
  const told = "Ik heb op 6 april per e-mail opgezegd en dat is bevestigd.";
  expect(await laterBeside(first, cancelled, later(told))).toEqual([]);
  expect(await laterBeside("Verslag 6 april", cancelled, later("Hierbij de rest, besproken op 6 april."))).toEqual([]);
  for (const taken of [
    "Mijn e-mail van 6 april is ten onrechte verstuurd.",
    // The doubt under the promise of a bonus was gone with those beside it.
    "Ik heb op 6 april niets gezegd over een lidmaatschap.",
  ])
    expect(await laterBeside(first, cancelled, later(taken))).toEqual([taken]);
});

it("a denial under the same subject that shares one word of many with the passage is told of nowhere", async () => {
  const offered = "Wie het diploma dan niet heeft, moet van de salarissen af.";
  const answer = said(
    petra,
    "RE: Aanmelding cursus",
    "Sat, 11 Apr",
    "Noor,\n\nIk had er zelf niet om gevraagd maar als het moet dan hoor ik dat vandaag.",
  );
  expect(await laterBeside("Aanmelding cursus", offered, answer)).toEqual([]);
});
