import { describe, expect, it } from "vitest";
import { DateSource } from "../../gen/pincite/vault/v1/doc_pb.ts";
import { likelyLetter } from "../../src/show/likely-letter.ts";

const doc = (
  docUid: string,
  docType: string,
  participants: string[] = [],
  writtenBy = "",
  dateSource: DateSource = DateSource.TEXT,
) => ({
  ...{ dateSource, docType, docUid, participants, writtenBy },
});
const me = "Ans Mol <ans@mol.example>";
const firm = "Jan Pel <pel@firma.example>";
const mails = [
  doc("own", "email", [me, firm]),
  doc("theirs", "email", [firm, me]),
  doc("all", "email", ["Nieuws <nieuws@firma.example>", "allen <allen@firma.example>"]),
  doc("older", "email", [firm, me]),
  doc("friend", "email", ["Els Bos <els@bos.example>", me]),
];

describe("the letter that is probably answered", () => {
  // The newest paper was ticked: the term of the letter, in a calendar.
  it("is neither a calendar nor a table nor the author's own, but what somebody wrote to her", () => {
    expect(likelyLetter([doc("ics", "event"), doc("csv", "csv"), ...mails])).toBe("theirs");
  });

  it("is a paper that somebody else signed, and none that she signed or nobody did", () => {
    const papers = [doc("unsigned", "docx"), doc("hers", "docx", [], "A. Mol"), doc("letter", "pdf", [], "R. Polman")];
    expect(likelyLetter([...papers, ...mails])).toBe("letter");
    // A friend's mail with a forwarded message, three days after the letter, was ticked.
    expect(likelyLetter([...mails, ...papers])).toBe("letter");
  });

  // Reports of a doctor whose day nobody read had the day of their copy: they stood on top, and one of them was ticked.
  it("is one that says its day before one that a program dated, unless no other is there", () => {
    const copied = doc("report", "pdf", [], "I. Bruin", DateSource.METADATA);
    expect(likelyLetter([copied, doc("letter", "pdf", [], "R. Polman"), ...mails])).toBe("letter");
    expect(likelyLetter([copied, ...mails])).toBe("report");
  });

  it("is not the author's own, who writes from two addresses", () => {
    const [work, home] = ["Thijs Oever <t@firma.example>", "Thijs Oever <t@post.example>"];
    const box = [
      doc("own", "email", [home, firm]),
      doc("theirs", "email", [firm, work]),
      doc("x", "email", ["R. Bos <r@firma.example>", work]),
    ];
    expect(likelyLetter(box)).toBe("theirs");
  });

  it("is no mail that went to others", () => {
    expect(likelyLetter([mails[2]!, ...mails.slice(0, 2), ...mails.slice(3)])).toBe("theirs");
  });

  it("is the newest mail where nobody can be told to be the owner, the newest paper where nothing is a letter, and nothing without papers", () => {
    expect(likelyLetter([doc("one", "email", [firm, me])])).toBe("one");
    expect(likelyLetter([doc("csv", "csv"), doc("ics", "event")])).toBe("csv");
    expect(likelyLetter([])).toBe("");
  });
});
