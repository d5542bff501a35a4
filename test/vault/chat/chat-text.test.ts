import { describe, expect, it } from "vitest";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { chatInPage } from "../../../src/vault/chat/chat-page.ts";
import { chatIn } from "../../../src/vault/chat/chat-text.ts";
import { minuteSegments, withMinutes } from "../../../src/vault/chat/minutes.ts";
import { sentOn } from "../../../src/vault/chat/sent-on.ts";
import { readBackup } from "../../../src/vault/chat/sms-backup.ts";

const linesOf = (text: string): string[] | undefined =>
  chatIn(text)?.map(
    ({ said, end, isSaid, speaker, when }) =>
      `${isSaid ? speaker : "-"} | ${when.slice(0, 10) || "-"} | ${text.slice(said, end).trim()}`,
  );

describe("the messages of a chat", () => {
  it("stay with whoever says what the program says elsewhere", () => {
    expect(
      linesOf(
        "13/11/2026, 09:32 - Maud: he left\n13/11/2026, 09:33 - Rufus: I removed it\n13/11/2026, 09:34 - Rufus left",
      ),
    ).toEqual(["Maud | 2026-11-13 | he left", "Rufus | 2026-11-13 | I removed it", "- | 2026-11-13 | Rufus left"]);
  });

  it("are nobody's behind a head that somebody pasted into a message, since it is older than the one above it", () => {
    const text = `13-11-2026 09:32 - Fenna: Kijk wat je schreef:
12-11-2026 18:00 - Tjeerd: Ik betaal alles.
Dat was gisteren.
13-11-2026 09:33 - Tjeerd: Dat schreef ik niet.`;
    expect(linesOf(text)).toEqual([
      "Fenna | 2026-11-13 | Kijk wat je schreef:",
      "- | - | Ik betaal alles.\nDat was gisteren.",
      "Tjeerd | 2026-11-13 | Dat schreef ik niet.",
    ]);
  });

  // A shop's service exports its chat below a title: its lines were one text, and nobody's.
  it("begin below a title, and below no sentence", () => {
    const said = "[11-07-2026 14:02] Robin (Verzonnen BV): Dag\n[11-07-2026 14:03] Wietske: Is er een lift?";
    expect(linesOf(`Chatgesprek Verzonnen BV - 11-07-2026\n\n${said}`)).toEqual([
      "Robin (Verzonnen BV) | 2026-07-11 | Dag",
      "Wietske | 2026-07-11 | Is er een lift?",
    ]);
    expect(linesOf(`Hoi, dit is wat zij schreef:\n\n${said}`)).toBeUndefined();
    expect(linesOf(`Hoi\nzie hieronder\n\n${said}`)).toBeUndefined();
  });

  it("go on over a head that another program wrote", () => {
    const text = `13-11-2026 09:32 - Fenna: Dit kreeg ik:
[13/11/2026, 09:31:00] Tjeerd: Ik betaal alles.
13-11-2026, 09:31 - Tjeerd: Echt waar.
13-11-2026 09:33 - Tjeerd: Dat schreef ik niet.`;
    expect(linesOf(text)?.map((line) => line.split(" | ")[0])).toEqual(["Fenna", "Tjeerd"]);
  });

  it("are nobody's where a mark of direction shows that the program wrote them, in whatever language", () => {
    const head = "[13.11.26, 09:32:00] Schuppen: \u200eNachrichten sind durchgehend verschlüsselt.";
    const said =
      "[13.11.26, 09:33:00] Maud: Hallo\n[13.11.26, 09:34:00] Rufus: \u200ekey.pdf • \u200e2 pages \u200edocument omitted";
    expect(linesOf(`\u200e${head}\n${said}`)?.map((line) => line.split(" | ")[0])).toEqual(["-", "Maud", "Rufus"]);
  });

  it("are nobody's where what stands before the colon opens a quotation", () => {
    const text = `13.11.26, 09:32 - Maud änderte „Schuppen: alt“ in „Schuppen: neu“
13.11.26, 09:33 - Maud: Hallo
13.11.26, 09:34 - Rufus: Ja`;
    expect(linesOf(text)?.map((line) => line.split(" | ")[0])).toEqual(["-", "Maud", "Rufus"]);
  });

  it("have no day where month and day may each come first", () => {
    const ambiguous = "04/05/24, 09:32 - Maud: Hello\n05/06/24, 09:33 - Rufus: Yes";
    expect(linesOf(ambiguous)?.map((line) => line.split(" | ")[1])).toEqual(["-", "-"]);
    const decided = `${ambiguous}\n13/06/24, 09:34 - Maud: Bye`;
    expect(linesOf(decided)?.map((line) => line.split(" | ")[1])).toEqual(["2024-05-04", "2024-06-05", "2024-06-13"]);
  });

  it("have their hour as of 24, noon and midnight too", () => {
    const at = (time: string): string | undefined =>
      chatIn(`13/11/2026, ${time} - Maud: Hello\n14/11/2026, ${time} - Rufus: Yes`)?.[0]?.when;
    expect(["12:07 AM", "12:07\u202fpm", "9:32 a. m.", "21:04"].map(at)).toEqual(
      ["00:07", "12:07", "09:32", "21:04"].map((time) => `2026-11-13 ${time}`),
    );
  });

  it("that Teams puts on the clipboard have names, and a day where the year stands there", () => {
    const text = "[3-11 09:32] Fenna Oosterlo\n    Heb je de sleutel?\n[3-11 09:40] Tjeerd\n    Ja: in de la.\n";
    expect(linesOf(text)).toEqual(["Fenna Oosterlo | - | Heb je de sleutel?", "Tjeerd | - | Ja: in de la."]);
  });

  it("are of their days, whatever day the program gives its own lines", () => {
    const text = `14/11/2026, 09:00 - You joined
13/11/2026, 09:33 - Maud: Hello
13/11/2026, 09:34 - Rufus: Yes`;
    expect(linesOf(text)?.slice(1)).toEqual(["Maud | 2026-11-13 | Hello", "Rufus | 2026-11-13 | Yes"]);
  });

  it("of Signal have no speaker where the block above them names none", () => {
    const block = (from: string, words: string) =>
      `${from}Type: incoming\nReceived: later\nSent: Tue, 3 Nov 2026 09:32:45 +0100\n\n${words}\n\n`;
    const text = `${block("From: Maud\nTo: You\n", "One.")}${block("", "Two.")}${block("From: Rufus\n", "Three.")}`;
    expect(linesOf(text)?.map((line) => line.split(" | ")[0])).toEqual(["Maud", "-", "Rufus"]);
  });

  it("of Signal, kept by sigtop, are without the message that is answered", () => {
    const text = `Conversation: Fenna

From: Fenna (+31600000017)
Type: incoming
Sent: Tue, 03 Nov 2026 09:32:45 +0100
Received: Tue, 03 Nov 2026 09:32:46 +0100

Heb je de sleutel?

From: You
Type: outgoing
Sent: Tue, 03 Nov 2026 09:40:45 +0100

> From: Fenna
> Heb je de sleutel?

Ja.
`;
    expect(linesOf(text)).toEqual(["Fenna | 2026-11-03 | Heb je de sleutel?", "You | 2026-11-03 | Ja."]);
    expect(text.slice(...([chatIn(text)?.[1]?.start, chatIn(text)?.[1]?.end] as [number, number])).trim()).toBe("Ja.");
  });
});

it("a log, a letter with a dated line, and a text with dates are no chats", () => {
  expect(chatIn("[2026-11-03 09:32:45] ERROR: disk full\n[2026-11-03 09:33:00] INFO: disk mended")).toBeUndefined();
  expect(chatIn("13-11-2026, 09:32 - Fenna: de sleutel is terug.\n\nTot zover.")).toBeUndefined();
  expect(chatIn("Beste Fenna,\n\n13-11-2026 09:32 - Jan: ja\n13-11-2026 09:33 - Piet: nee")).toBeUndefined();
});

it("minutes have voices where two people take turns, and lines of nobody who is known where not", () => {
  const voices = (text: string) => minuteSegments(text)?.map(({ speaker, depth }) => `${depth} ${speaker}`);
  expect(voices("Fenna: Ik betaal het.\nTjeerd: Dat is goed.\nFenna: Morgen dus al.")).toEqual([
    "1 Fenna",
    "0 ",
    "1 Tjeerd",
    "0 ",
    "1 Fenna",
  ]);
  expect(voices("Kleur: heel blauw\nMaat: te groot\nKleur: heel rood")?.some((one) => one.startsWith("1"))).toBe(false);
  expect(voices("Fenna: Ik betaal het.\nTjeerd: Dat is goed.\nWiebe: Morgen dus al.")?.includes("1 Fenna")).toBe(false);
});

it("minutes give no voice to what stands once in front of a colon, unless those present are told to have it", () => {
  const said =
    "Fenna: Ik betaal het.\nTjeerd: Dat is goed.\nFenna: Morgen dus al.\nTjeerd: Mooi zo.\nWiebe: Eindelijk is het zover.";
  const heard = (text: string) =>
    new Set(minuteSegments(text)?.flatMap(({ depth, speaker }) => (depth === 1 ? [speaker] : [])));
  // A word that no list of labels has to know.
  expect(heard(`${said}\nAfronding: 16.20 uur`)).toEqual(new Set(["Fenna", "Tjeerd"]));
  expect(heard(`Erbij waren Tjeerd, Fenna en Wiebe\n${said}\nAfronding: 16.20 uur`)).toEqual(
    new Set(["Fenna", "Tjeerd", "Wiebe"]),
  );
  expect(heard(`Erbij was Wiebezwaan\n${said}`)).toEqual(new Set(["Fenna", "Tjeerd"]));
});

describe("minutes that are printed", () => {
  const printed = (text: string, speaker = ""): string[] =>
    withMinutes(text, [{ start: 0, end: text.length, voice: Voice.AUTHOR, speaker, depth: 0, dateText: "" }]).map(
      (one) => `${one.speaker || "-"}: ${text.slice(one.start, one.end).trim()}`,
    );

  it("have voices that go on over the ends of the printer's lines, and no further", () => {
    const text =
      "Verslag\n1. Kosten\nFenna: Ik betaal het, zodra de\nrekening er is.\nTjeerd: Dat is goed.\nFenna: Morgen dus al.\n2. Dak\nNiets gezegd.";
    expect(printed(text).filter((one) => !one.endsWith(": "))).toEqual([
      "-: Verslag\n1. Kosten",
      "Fenna: Fenna: Ik betaal het, zodra de\nrekening er is.",
      "Tjeerd: Tjeerd: Dat is goed.",
      "Fenna: Fenna: Morgen dus al.",
      "-: 2. Dak\nNiets gezegd.",
    ]);
  });

  it("leave a form of names and values, and what somebody signed, as one voice", () => {
    expect(printed("Kleur: heel blauw\nMaat: te groot\nKleur: heel rood")).toHaveLength(1);
    expect(printed("Fenna: Ik betaal het.\nTjeerd: Dat is goed.\nFenna: Morgen dus al.", "Wiebe")).toHaveLength(1);
  });
});

describe("a backup of a telephone", () => {
  const sms = (attributes: string): string => `<sms address="+31600000017" date="1794559201000" ${attributes} />`;
  const backup = (...messages: string[]): string => `<?xml version="1.0"?><smses>${messages.join("\n")}</smses>`;

  it("has the sender of a group's message from its addresses, and of a contact without a name the number", () => {
    const group = `<mms address="+31600000017~+31600000018" contact_name="Fenna, Tjeerd" msg_box="1" date="1794559201000" sub="null">
      <parts><part ct="application/smil" text="&lt;smil/&gt;"/><part ct="text/plain" text="Hoi &#55357;&#56834;"/></parts>
      <addrs><addr address="+31600000018" type="137"/><addr address="+31600000017" type="151"/></addrs></mms>`;
    const { text, messages } = readBackup(backup(group, sms('type="1" contact_name="(Unknown)" body="Wie is dit?"')));
    expect(messages.map(({ speaker, said, end }) => [speaker, text.slice(said, end).trim()])).toEqual([
      ["+31600000018", "Hoi 😂"],
      ["+31600000017", "Wie is dit?"],
    ]);
  });

  it("gives what the telephone sent to nobody by name, and a draft to nobody at all", () => {
    const { messages } = readBackup(backup(sms('type="2" body="Ja"'), sms('type="3" body="Nee"')));
    expect(messages.map(({ isSaid, speaker }) => [isSaid, speaker])).toEqual([
      [true, ""],
      [false, ""],
    ]);
  });

  it("has the day that it shows people, where the instant can be of that day", () => {
    const instant = Date.UTC(2026, 10, 30, 23, 7);
    expect(
      ["1 dec. 2026 00:07:00", "12/1/26 12:07 AM", "", "9 mei 2026 00:07"].map((shown) => sentOn(instant, shown)),
    ).toEqual(["2026-12-01 00:07:00", "2026-12-01 00:07", "2026-11-30 23:07 UTC", "2026-11-30 23:07 UTC"]);
  });

  it("is refused where the XML is another, damaged, or names a document type", () => {
    expect(() => readBackup("<Invoice/>")).toThrow(/of which only backups/u);
    expect(() => readBackup("<smses><sms</smses>")).toThrow(/damaged/u);
    expect(() => readBackup('<!DOCTYPE smses [<!ENTITY a "b">]><smses/>')).toThrow(/of which only backups/u);
  });
});

it("an answer on the page of Teams is without the card of what it answers", () => {
  const item = (name: string, body: string): string =>
    `<div data-tid="chat-pane-item"><span data-tid="message-author-name">${name}</span><time datetime="2026-11-03T09:32:45.000Z">9:32</time><div data-tid="chat-pane-message">${body}</div></div>`;
  const markup =
    item("Fenna", "<p>Ja</p>") +
    item("Tjeerd", '<div data-tid="quoted-reply-card"><p>Fenna</p><p>Ja</p></div><p>Ja</p>');
  const text = "Fenna9:32\nJa\nTjeerd9:32\nFenna\nJa\nJa";
  expect(
    chatInPage(markup, text)?.messages.map(({ speaker, start, said, end }) => [speaker, start, text.slice(said, end)]),
  ).toEqual([
    ["Fenna", 0, "Ja"],
    ["Tjeerd", text.length - 2, "Ja"],
  ]);
});
