import { describe, expect, it } from "vitest";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { fixedLines } from "../../../src/vault/mail/body-line.ts";
import { introduces } from "../../../src/vault/mail/reply-header.ts";
import { type LineSegment, replySegments } from "../../../src/vault/mail/reply-segments.ts";

const segmentsOf = (text: string): (LineSegment & { words: string })[] => {
  const lines = fixedLines(text, introduces);
  return replySegments(lines, "Me", false).map((one) => ({
    ...one,
    words: lines
      .slice(one.from, one.to)
      .map((line) => line.text)
      .join("\n")
      .trim(),
  }));
};
const own = "Zie onder.";
const theirs = "Wij betalen het loon niet.";

/** What each program writes above a message that it answers or sends on: [form, header, who, when]. */
const forwards: readonly (readonly [form: string, header: string, speaker: string, dateText: string])[] = [
  [
    "Gmail",
    "---------- Forwarded message ---------\nFrom: Ank Baas <ank@example.org>\nDate: Tue, Dec 9, 2025 at 10:14 AM\nSubject: Loon\nTo: <me@example.org>\n",
    "Ank Baas <ank@example.org>",
    "Tue, Dec 9, 2025 at 10:14 AM",
  ],
  [
    "Gmail in Dutch",
    "---------- Doorgestuurd bericht ---------\nVan: Ank Baas <ank@example.org>\nDatum: di 9 dec 2025 om 10:14\nOnderwerp: Loon\nAan: <me@example.org>\n",
    "Ank Baas <ank@example.org>",
    "di 9 dec 2025 om 10:14",
  ],
  [
    "Apple Mail",
    "Begin forwarded message:\n\nFrom: Ank Baas <ank@example.org>\nSubject: Loon\nDate: 9 December 2025 at 10:14:00 CET\nTo: me@example.org\n",
    "Ank Baas <ank@example.org>",
    "9 December 2025 at 10:14:00 CET",
  ],
  [
    "Apple Mail in Dutch",
    "Begin doorgestuurd bericht:\n\nVan: Ank Baas <ank@example.org>\nOnderwerp: Loon\nDatum: 9 december 2025 om 10:14:00 CET\nAan: me@example.org\n",
    "Ank Baas <ank@example.org>",
    "9 december 2025 om 10:14:00 CET",
  ],
  [
    "Lotus Notes, name and moment on two lines",
    "---------------------- Forwarded by Me/AMS/Firm on 12/09/2025 11:00 AM ---------------------------\n\n\nAnk Baas\n12/09/2025 10:14 AM\nTo: Me/AMS/Firm@Firm\ncc:\nSubject: Loon\n",
    "Ank Baas",
    "12/09/2025 10:14 AM",
  ],
  [
    "Lotus Notes, marker over two lines",
    "---------------------- Forwarded by Me Myself/AMS/Firm on 12/09/2025  \n11:00 AM ---------------------------\n   \n\tFirm Europe B.V.\n\t\n\tFrom:  Ank Baas                           12/09/2025 10:14 AM\n\t\n\nTo: Me/AMS/Firm@Firm\ncc:\nSubject: Loon\n",
    "Ank Baas",
    "12/09/2025 10:14 AM",
  ],
  [
    "Lotus Notes, sender from outside",
    '----- Forwarded by Me/AMS/Firm on 12/09/2025 11:00 AM -----\n\n\t"Ank Baas" <ank@example.org>\n\t12/09/2025 10:14 AM\n\tPlease respond to ank@example.org\n\n\t\tTo: <me@example.org>\n\t\tcc:\n\t\tSubject: Loon\n',
    '"Ank Baas" <ank@example.org>',
    "12/09/2025 10:14 AM",
  ],
  [
    "Lotus Notes in Dutch",
    "----- Doorgestuurd door Me/AMS/Firm op 09-12-2025 11:00 -----\n\nAnk Baas/AMS/Firm\n09-12-2025 10:14\n\nAan: Me/AMS/Firm@Firm\nOnderwerp: Loon\n",
    "Ank Baas/AMS/Firm",
    "09-12-2025 10:14",
  ],
  [
    "a list server",
    "--- begin forwarded text\n\n\nFrom: Ank Baas <ank@example.org>\nDate: Tue, 9 Dec 2025 10:14:00 +0100\nTo: me@example.org\n",
    "Ank Baas <ank@example.org>",
    "Tue, 9 Dec 2025 10:14:00 +0100",
  ],
  [
    "mutt",
    "----- Forwarded message from Ank Baas <ank@example.org> -----\n\nDate: Tue, 9 Dec 2025 10:14:00 +0100\nFrom: Ank Baas <ank@example.org>\nTo: me@example.org\n",
    "Ank Baas <ank@example.org>",
    "Tue, 9 Dec 2025 10:14:00 +0100",
  ],
];
const answers: typeof forwards = [
  [
    "Outlook in Dutch",
    "Van: Ank Baas <ank@example.org>\nVerzonden: dinsdag 9 december 2025 10:14\nAan: Me <me@example.org>\nCC: Eva\nOnderwerp: Loon\n",
    "Ank Baas <ank@example.org>",
    "dinsdag 9 december 2025 10:14",
  ],
  [
    "Outlook below a line",
    "________________________________\nFrom: Ank Baas <ank@example.org>\nSent: Tuesday, December 9, 2025 10:14 AM\nTo: Me <me@example.org>\nSubject: Pay\n",
    "Ank Baas <ank@example.org>",
    "Tuesday, December 9, 2025 10:14 AM",
  ],
  [
    "Outlook in bold",
    "**Van:** Ank Baas <ank@example.org>\n**Verzonden:** dinsdag 9 december 2025 10:14\n**Aan:** Me <me@example.org>\n**Onderwerp:** Loon\n",
    "Ank Baas <ank@example.org>",
    "dinsdag 9 december 2025 10:14",
  ],
  [
    "Outlook of old, in Dutch",
    "-----Oorspronkelijk bericht-----\nVan: Ank Baas [mailto:ank@example.org]\nVerzonden: dinsdag 9 december 2025 10:14\nAan: Me\nOnderwerp: Loon\n",
    "Ank Baas [mailto:ank@example.org]",
    "dinsdag 9 december 2025 10:14",
  ],
  [
    "Lotus Notes in one line",
    "Ank Baas@FIRM on 12/09/2025 10:14:04 AM\nTo: me@example.org\ncc:\nSubject: Re: Loon\n",
    "Ank Baas@FIRM",
    "12/09/2025 10:14:04 AM",
  ],
  [
    "Lotus Notes in two lines",
    "Ank Baas@FIRM\n12/09/2025 10:14 AM\nTo: Me/AMS/Firm@FIRM\ncc:\nSubject: Re: Loon\n",
    "Ank Baas@FIRM",
    "12/09/2025 10:14 AM",
  ],
];
const attributions: typeof forwards = [
  [
    "Gmail in Dutch",
    "Op di 9 dec 2025 om 10:14 schreef Ank Baas <ank@example.org>:",
    "Ank Baas <ank@example.org>",
    "di 9 dec 2025 om 10:14",
  ],
  [
    "Apple Mail in Dutch",
    "Op 9 dec. 2025, om 10:14 heeft Ank Baas <ank@example.org> het volgende geschreven:",
    "Ank Baas <ank@example.org>",
    "9 dec. 2025, om 10:14",
  ],
  ["Thunderbird in Dutch", "Ank Baas schreef op 9-12-2025 om 10:14:", "Ank Baas", "9-12-2025 om 10:14"],
  [
    "Thunderbird in Dutch, at length",
    "Ank Baas schreef het volgende op 9-12-2025 om 10:14:",
    "Ank Baas",
    "9-12-2025 om 10:14",
  ],
  [
    "Apple Mail",
    "On 9 Dec 2025, at 10:14, Ank Baas <ank@example.org> wrote:",
    "Ank Baas <ank@example.org>",
    "9 Dec 2025, at 10:14",
  ],
  ["Thunderbird", "On 12/9/2025 10:14 AM, Ank Baas wrote:", "Ank Baas", "12/9/2025 10:14 AM"],
  ["Eudora", "At 10:14 AM 12/9/2025 +0100, Ank Baas wrote:", "Ank Baas", "10:14 AM 12/9/2025 +0100"],
  [
    "Gmail of old",
    "2025-12-09 10:14 GMT+01:00 Ank Baas <ank@example.org>:",
    "Ank Baas <ank@example.org>",
    "2025-12-09 10:14 GMT+01:00",
  ],
  ["Horde", "Quoting Ank Baas <ank@example.org>:", "Ank Baas <ank@example.org>", ""],
  [
    "Gmail in French",
    "Le mar. 9 déc. 2025 à 10:14, Ank Baas <ank@example.org> a écrit :",
    "Ank Baas <ank@example.org>",
    "mar. 9 déc. 2025 à 10:14",
  ],
];

describe("who is quoted, and of when", () => {
  for (const [form, header, speaker, dateText] of forwards) {
    it(`is read from what is forwarded by ${form}`, () => {
      const [first, second, ...more] = segmentsOf(`${own}\n\n${header}\n${theirs}`);
      expect(first).toMatchObject({ words: own, voice: Voice.AUTHOR, speaker: "Me" });
      expect(second).toMatchObject({ voice: Voice.FORWARDED, depth: 1, speaker, dateText });
      expect([second?.words.endsWith(theirs), more]).toEqual([true, []]);
    });
  }
  for (const [form, header, speaker, dateText] of answers) {
    it(`is read from what ${form} puts above the answered message`, () => {
      const [first, ...below] = segmentsOf(`${own}\n\n${header}\n${theirs}`);
      expect(first).toMatchObject({ voice: Voice.AUTHOR, speaker: "Me" });
      expect(first?.words.replaceAll("_", "").trim()).toBe(own);
      expect(below).toMatchObject([{ voice: Voice.QUOTED, depth: 1, speaker, dateText }]);
      expect(below[0]?.words.endsWith(theirs)).toBe(true);
    });
  }
  for (const [form, line, speaker, dateText] of attributions) {
    it(`is read from the line of ${form}, with marks and without`, () => {
      for (const quoted of [`> ${theirs}`, `\n${theirs}`]) {
        const second = segmentsOf(`${own}\n\n${line}\n${quoted}`).at(-1);
        expect(second).toMatchObject({ voice: Voice.QUOTED, depth: 1, speaker, dateText, words: theirs });
      }
    });
  }
});

describe("a message ends", () => {
  const voices = (text: string): (string | undefined)[] =>
    segmentsOf(text).map(
      ({ voice, words }) => `${Object.entries(Voice).find(([, one]) => one === voice)?.[0]}: ${words.split("\n")[0]}`,
    );

  const signatures = [
    "Met vriendelijke groet,\n\nJan Smit\nHR-adviseur\n06 12345678",
    "Hoogachtend,\nmr. J. Smit",
    "Kind regards,\n\nJan Smit\nHead of HR | Firm B.V.\nwww.example.org",
    "Mvg\nJan",
  ];
  for (const text of signatures) {
    it(`in a signature below "${text.split("\n")[0]}"`, () => {
      const [first, ...rest] = voices(`${theirs}\n\n${text}`);
      expect([first, rest.length, rest[0]?.startsWith("SIGNATURE: ")]).toEqual([`AUTHOR: ${theirs}`, 1, true]);
    });
  }

  const disclaimers = [
    "Dit bericht is uitsluitend bestemd voor de geadresseerde. Indien u dit bericht abusievelijk ontvangt, verzoeken wij u het te vernietigen.",
    "De informatie in dit e-mailbericht is vertrouwelijk en uitsluitend bestemd voor de geadresseerde.\nAan dit bericht kunnen geen rechten worden ontleend.",
    "DISCLAIMER\nThe information contained in this message is confidential and intended only for the addressee.",
    "This e-mail and any attachments are confidential and intended solely for the addressee. If you are not the intended\nrecipient, please delete it.",
    "Denk aan het milieu voordat u deze e-mail print.",
  ];
  for (const text of disclaimers) {
    it(`in a disclaimer: "${text.slice(0, 40)}…"`, () => {
      expect(voices(`${theirs}\n\nGroeten,\nJan\n\n${text}`)).toEqual([
        `AUTHOR: ${theirs}`,
        "SIGNATURE: Jan",
        `DISCLAIMER: ${text.split("\n")[0]}`,
      ]);
      expect(voices(`${theirs}\n\n${text}`)).toEqual([`AUTHOR: ${theirs}`, `DISCLAIMER: ${text.split("\n")[0]}`]);
    });
  }

  it("in a signature or disclaimer of the one who is quoted, who stays who it is", () => {
    const quoted = `${own}\n\nAnk schreef:\n> ${theirs}\n>\n> Met vriendelijke groet,\n> Ank Baas\n>\n> ${disclaimers[0]}`;
    expect(segmentsOf(quoted).map(({ voice, depth, speaker }) => [voice, depth, speaker])).toEqual([
      [Voice.AUTHOR, 0, "Me"],
      [Voice.QUOTED, 1, "Ank"],
      [Voice.SIGNATURE, 1, "Ank"],
      [Voice.DISCLAIMER, 1, "Ank"],
    ]);
  });

  const said = [
    "Met vriendelijke groet,\nJan\n\nP.S. Het loon van december is nog niet betaald.",
    "Dit bericht is om u te laten weten dat het loon niet wordt betaald.",
    "Uw loon is vertrouwelijk.",
    "This message is to confirm that we do not pay.",
    "Met vriendelijke groet,\nJan\n\nWij komen hier nog op terug zodra de bedrijfsarts zich over de zaak heeft uitgesproken.",
    "Ik begrijp dat dit vertrouwelijk is en alleen bestemd voor mij.",
  ];
  for (const text of said) {
    it(`not before what its author still says: "${text.slice(0, 30).replaceAll("\n", " ")}…"`, () => {
      expect(new Set(segmentsOf(`${theirs}\n\n${text}`).map(({ voice }) => voice))).toEqual(new Set([Voice.AUTHOR]));
    });
  }
});
