import { describe, expect, it } from "vitest";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { htmlFile } from "../../../src/vault/import/html-file.ts";

/** A message as Telegram Desktop writes it into `messages.html`; without a name it follows one of the same person. */
const message = (id: number, title: string, name: string | undefined, inside: string): string =>
  `<div class="message default clearfix${name === undefined ? " joined" : ""}" id="message${id}">${name === undefined ? "" : `<div class="pull_left userpic_wrap"><div class="userpic userpic7"><div class="initials">${name.slice(0, 1)}</div></div></div>`}
    <div class="body"><div class="pull_right date details" title="${title}">${title.slice(11, 16)}</div>${name === undefined ? "" : `<div class="from_name">\n${name}\n       </div>`}
    ${inside}</div></div>`;
const said = (words: string): string => `<div class="text">\n${words}\n</div>`;
const service = (words: string): string =>
  `<div class="message service" id="message-1"><div class="body details">${words}</div></div>`;
const forwarded = (name: string, words: string): string =>
  `<div class="pull_left forwarded userpic_wrap"><div class="initials">O</div></div><div class="forwarded body"><div class="from_name">${name} <span class="date details" title="01.10.2025 08:00:00 UTC+02:00"> 01.10.2025 08:00:00</span></div>${said(words)}</div>`;

const page = (inside: string): string =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Exported Data</title></head><body><div class="page_wrap"><div class="page_header"><div class="content"><div class="text bold">Team Noord</div></div></div><div class="page_body chat_page"><div class="history">${inside}</div></div></div></body></html>`;

const read = async (inside: string) => {
  const made = await htmlFile.extract(new TextEncoder().encode(page(inside)), { path: "ChatExport/messages.html" });
  const signs = [...made.text];
  const messages = (made.marks ?? [])
    .filter(({ element }) => element === "message")
    .map(({ start, end, textStart }) => {
      const segment = made.segments.find((one) => one.start === start);
      return [signs.slice(textStart, end).join(""), segment?.voice, segment?.speaker, segment?.dateText];
    });
  const segmentOf = (words: string) => {
    const at = [...made.text.slice(0, made.text.indexOf(words))].length;
    return made.segments.find(({ start, end }) => start <= at && at < end);
  };
  return { made, messages, segmentOf };
};

const [morning, later] = ["03.11.2025 09:32:11 UTC+01:00", "04.11.2025 23:59:00 UTC+01:00"];

describe("a page of Telegram", () => {
  it("is messages with their speaker and day; one that is joined is by whoever said the one before", async () => {
    const { made, messages } = await read(
      service("3 November 2025") +
        message(
          1,
          morning,
          "Iris Verzonnen",
          said("Je loon komt <strong>niet</strong> vandaag.<br>Volgende week wel."),
        ) +
        message(2, morning, undefined, said("Echt waar.")) +
        message(
          3,
          later,
          "Bram Denkbeeld",
          `<div class="reply_to details">In reply to <a href="#go_to_message1">this message</a></div>${said("Dat is te laat.")}`,
        ),
    );
    expect(messages).toEqual([
      ["Je loon komt niet vandaag.\nVolgende week wel.", Voice.QUOTED, "Iris Verzonnen", "2025-11-03 09:32"],
      ["Echt waar.", Voice.QUOTED, "Iris Verzonnen", "2025-11-03 09:32"],
      ["Dat is te laat.", Voice.QUOTED, "Bram Denkbeeld", "2025-11-04 23:59"],
    ]);
    expect([made.title, made.docType, made.speakers]).toEqual([
      "Team Noord",
      "chat",
      ["Iris Verzonnen", "Bram Denkbeeld"],
    ]);
  });

  it("has nobody say what the program wrote", async () => {
    const { segmentOf } = await read(
      message(1, morning, "Iris Verzonnen", said("Hoi.")) + service("Iris Verzonnen changed group title to «Weg»"),
    );
    expect(segmentOf("changed group title")).toMatchObject({ voice: Voice.UNSPECIFIED, speaker: "" });
    expect(segmentOf("Team Noord")).toMatchObject({ voice: Voice.UNSPECIFIED, speaker: "" });
  });

  it("has nobody say what was passed on, whoever is named there, nor what follows it", async () => {
    const { messages } = await read(
      message(1, morning, "Iris Verzonnen", forwarded("Otto Bedacht", "Hij is ontslagen.")) +
        message(2, morning, undefined, forwarded("Otto Bedacht", "Per direct.")) +
        message(3, later, "Iris Verzonnen", said("Zie boven.")),
    );
    expect(messages).toEqual([
      ["Hij is ontslagen.", Voice.UNSPECIFIED, "", "2025-11-03 09:32"],
      ["Per direct.", Voice.UNSPECIFIED, "", "2025-11-03 09:32"],
      ["Zie boven.", Voice.QUOTED, "Iris Verzonnen", "2025-11-04 23:59"],
    ]);
  });

  it("names nobody where the page before has the name, or an account is gone, and nobody says what has no words", async () => {
    const { messages } = await read(
      message(1, morning, undefined, said("Zoals ik zei.")) +
        message(2, morning, "Deleted Account", said("Dag.")) +
        message(3, morning, "Iris Verzonnen via @gif", said("Kijk.")) +
        message(
          4,
          later,
          "Bram Denkbeeld",
          '<div class="media_wrap clearfix"><div class="media clearfix pull_left media_voice_message"><div class="body"><div class="title bold">Voice message</div><div class="status details">00:12</div></div></div></div>',
        ),
    );
    expect(messages.map(([words, ...rest]) => [String(words).split("\n").at(-1), ...rest])).toEqual([
      ["Zoals ik zei.", Voice.UNSPECIFIED, "", "2025-11-03 09:32"],
      ["Dag.", Voice.QUOTED, "", "2025-11-03 09:32"],
      ["Kijk.", Voice.QUOTED, "Iris Verzonnen", "2025-11-03 09:32"],
      ["00:12", Voice.UNSPECIFIED, "", "2025-11-04 23:59"],
    ]);
  });

  it("has no day where the page has none, and is an ordinary page without a message that somebody said", async () => {
    const { messages } = await read(
      message(1, "31.02.2025 09:00:00", "Iris Verzonnen", said("Eerst.")) +
        message(2, "03.11.2025 09:32:11", "Iris Verzonnen", said("Toen.")),
    );
    expect(messages.map(([, , , when]) => when)).toEqual(["", "2025-11-03 09:32"]);
    const { made } = await read(service("3 November 2025"));
    expect([made.docType, made.title]).toEqual(["html", "Exported Data"]);
  });
});
