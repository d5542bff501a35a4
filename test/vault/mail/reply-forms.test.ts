import { describe, expect, it } from "vitest";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { fixedLines } from "../../../src/vault/mail/body-line.ts";
import { introduces } from "../../../src/vault/mail/reply-header.ts";
import { type LineSegment, replySegments } from "../../../src/vault/mail/reply-segments.ts";
import { cellsOf } from "../../support/cases/rows.ts";

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
const forwards = cellsOf("mails/forwards.tsv", "form", "header", "speaker", "date");
const answers = cellsOf("mails/answers.tsv", "form", "header", "speaker", "date");
const attributions = cellsOf("mails/attributions.tsv", "form", "header", "speaker", "date");

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
