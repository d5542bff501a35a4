import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ParsedCitationSchema } from "../../gen/pincite/lawbot/v1/citation_pb.ts";
import { readingNotes } from "../../src/cli/print/reading-notes.ts";
import { speechOf } from "../../src/messages/speech.ts";

const parsed = (text: string, raw: string, more: MessageInitShape<typeof ParsedCitationSchema> = {}) => {
  const startChar = [...text.slice(0, text.indexOf(raw))].length;
  return create(ParsedCitationSchema, { raw, startChar, endChar: startChar + [...raw].length, ...more });
};

describe("what is told of how a text was read", () => {
  it("is nothing where all of it was, joining words and marks aside", () => {
    const text = "Zie art. 7:611 BW jo. art. 6:248 BW, en ook (art. 3:2 Awb).";
    const all = ["art. 7:611 BW", "art. 6:248 BW", "art. 3:2 Awb"].map((raw) => parsed(text, raw));
    expect(readingNotes(text, all)).toEqual([]);
  });

  it("is every word that stood beside, in order, counted in code points", () => {
    const text = "𝄞 art. 7:611 BW en art. 7:99999 BW";
    expect(readingNotes(text, [parsed(text, "art. 7:611 BW")])).toEqual(["Not read as a citation: art. 7:99999 BW"]);
  });

  it("is nothing where no citation was read: that is an error of its own", () => {
    expect(readingNotes("zomaar wat", [])).toEqual([]);
  });

  it("is a name that the text writes otherwise", () => {
    const raw = "art. 1 Wet werk en inkomen naar arbeidsvermogn";
    const name = "Wet werk en inkomen naar arbeidsvermogen";
    expect(readingNotes(raw, [parsed(raw, raw, { law: "WIA", lawReadAs: name })])).toEqual([
      `Read as a citation of ${name} (WIA): ${raw}; check that this law is meant`,
    ]);
    expect(readingNotes(raw, [parsed(raw, raw, { lawReadAs: name })])[0]).toContain(`of ${name}: art. 1`);
  });

  it("is that more articles follow, which nobody sees in what is shown", () => {
    const raw = "art. 7:611 BW e.v.";
    const [note] = readingNotes(raw, [parsed(raw, raw, { provisions: [{ number: "7:611", andFollowing: true }] })]);
    expect(note).toBe(`Goes on with articles that it does not number: ${raw}; name each that is meant`);
    expect(speechOf("nl").sentence(note ?? "")).toContain("noem elk artikel dat bedoeld is");
  });
});
