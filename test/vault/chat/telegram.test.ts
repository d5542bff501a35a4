import { describe, expect, it } from "vitest";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { telegramExport } from "../../../src/vault/chat/telegram-export.ts";
import { importerFor } from "../../../src/vault/import/importers.ts";
import { telegram } from "../../../src/vault/import/telegram.ts";

/** As Telegram Desktop writes `result.json`. */
const chat = {
  name: "Iris Verzonnen",
  type: "personal_chat",
  id: 42,
  messages: [
    {
      id: 1,
      type: "service",
      date: "2025-11-03T09:30:00",
      date_unixtime: "1762158600",
      actor: "Bram Denkbeeld",
      action: "phone_call",
      text: "",
    },
    {
      ...{
        id: 2,
        type: "message",
        date: "2025-11-03T09:32:11",
        date_unixtime: "1762158731",
        from: "Bram Denkbeeld",
        from_id: "user7",
      },
      text: ["Kom ", { type: "bold", text: "niet" }, " vandaag, zie ", { type: "link", text: "https://voorbeeld.nl" }],
    },
    {
      id: 3,
      type: "message",
      date: "2025-11-03T23:59:00",
      from: "Iris Verzonnen",
      text: "Ik kom toch.",
      edited: "2025-11-04T08:00:00",
    },
    {
      id: 4,
      type: "message",
      date: "2025-11-04T08:01:00",
      from: "Iris Verzonnen",
      forwarded_from: "Jan",
      text: "Hij is ontslagen.",
    },
    {
      id: 5,
      type: "message",
      date: "2025-11-04T08:02:00",
      from: "Iris Verzonnen",
      photo: "photos/photo_1.jpg",
      text: "",
    },
    {
      id: 6,
      type: "message",
      date: "2025-11-04T08:03:00",
      date_unixtime: "1",
      from: "Iris Verzonnen",
      text: "Wanneer?",
    },
    { id: 7, type: "message", date: "2025-11-04T08:04:00", from: null, text: "Weg." },
  ],
};

const read = (json: unknown) =>
  telegram.extract(new TextEncoder().encode(JSON.stringify(json)), { path: "export/result.json" });

describe("an export of Telegram", () => {
  it("is a chat: who says what and when, and nobody what was forwarded or the program noted", async () => {
    const made = await read(chat);
    const signs = [...made.text];
    expect(
      made.marks?.map(({ start, end, textStart }, n) => {
        const segment = made.segments.find((one) => one.start === start);
        return [signs.slice(textStart, end).join(""), segment?.voice, segment?.speaker, segment?.dateText, n];
      }),
    ).toEqual([
      ["Bram Denkbeeld phone_call", Voice.UNSPECIFIED, "", "2025-11-03 09:30", 0],
      ["Kom niet vandaag, zie https://voorbeeld.nl", Voice.QUOTED, "Bram Denkbeeld", "2025-11-03 09:32", 1],
      ["Ik kom toch.", Voice.QUOTED, "Iris Verzonnen", "2025-11-03 23:59", 2],
      ["Hij is ontslagen.", Voice.UNSPECIFIED, "", "2025-11-04 08:01", 3],
      ["", Voice.UNSPECIFIED, "", "2025-11-04 08:02", 4],
      ["Wanneer?", Voice.QUOTED, "Iris Verzonnen", "", 5],
      ["Weg.", Voice.QUOTED, "", "2025-11-04 08:04", 6],
    ]);
    expect(made.text).toContain("2025-11-04 08:01:00 Iris Verzonnen (forwarded_from: Jan)\nHij is ontslagen.");
    expect(made.text).toContain("Iris Verzonnen (photo: photos/photo_1.jpg)");
    expect([made.title, made.docType, made.speakers]).toEqual([
      "Iris Verzonnen",
      "chat",
      ["Bram Denkbeeld", "Iris Verzonnen"],
    ]);
  });

  it("of all conversations has each below its name", () => {
    const [message] = chat.messages.slice(2);
    const all = {
      about: "…",
      chats: {
        list: [
          { ...chat, name: "een" },
          { name: "twee", messages: [message] },
        ],
      },
    };
    expect(telegramExport(JSON.stringify(all))?.names).toEqual(["een", "twee"]);
  });

  it("without a name begins with its first message", () => {
    const made = telegramExport(JSON.stringify({ messages: [chat.messages[2]] }));
    expect(made?.text.slice(made.messages[0]?.said)).toBe("Ik kom toch.");
  });

  it.each([[{ a: 1 }], [{ messages: [{ text: "hoi" }] }], [[1, 2]], [null]])("is not %j", async (other) => {
    expect(importerFor("a.json", "")).toBe(telegram);
    await expect(read(other)).rejects.toThrow("an export for programs");
  });
});
