import { describe, expect, it } from "vitest";
import { parseMime } from "../../src/vault/mail/mime-tree.ts";
import { file, readHere, utf8 } from "./vault-fixture.ts";

const half = 512 * 1024;
const many = (piece: string): string => piece.repeat(Math.ceil(half / piece.length));
const plain = (body: string): string => `From: ank@example.org\nContent-Type: text/plain; charset=utf-8\n\n${body}`;
const html = (body: string): string => `From: ank@example.org\nContent-Type: text/html\n\n${body}`;
const read = async (message: string) => {
  const [only] = await readHere(file("x.eml", message));
  if (only === undefined) throw new Error("nothing was read");
  return only;
};

/**
 * Each of these once took the square of its size: minutes for what is half a megabyte here. There is no stop-watch; a
 * return to the square ends in the time limit of the suite.
 */
describe("mail made to be slow", () => {
  const readable: [string, string][] = [
    ["line ends and nothing else below one line", plain(`tekst${many("\n")}`)],
    ["short lines", plain(many("regel\n"))],
    ["quote marks on one line", plain(many(">"))],
    ["quoted short lines", plain(many("> > > x\n"))],
    ["attributions", plain(many("x wrote:\n"))],
    ["almost attributions", plain(many(`op ${"heeft ".repeat(48)}:\n`))],
    ["header blocks", plain(many("From: x\nSent: 1\nTo: y\nSubject: z\n"))],
    ["signature separators", plain(many("-- \n"))],
    ["dashes", plain(many(`${"-".repeat(290)}\n`))],
    ["table cells in one row", html(`<table><tr>${many("<td>a")}`)],
    ["end tags of nothing", html(`<b>a${many("</x>")}`)],
    ["line breaks", html(`a${many("<br>")}`)],
    ["a list of receivers", `From: a@b.c\nTo: ${"a@b.c,".repeat(50_000)}\n\nx`],
    ["a chain of references", `From: a@b.c\nReferences: ${"<a@b>".repeat(100_000)}\n\nx`],
    ["a subject of replies", `From: a@b.c\nSubject: ${"Re: ".repeat(100_000)}x\n\nx`],
  ];
  for (const [name, message] of readable) {
    it(`is read: ${name}`, async () => {
      const made = await read(message);
      expect(made.refusal).toBe("");
      expect(made.made?.text).toMatch(/^From: /);
    });
  }

  const refused: [string, string, RegExp][] = [
    [
      "parts",
      `From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n${many("--x\n\na\n")}`,
      /more than 2000 parts/,
    ],
    ["marks on one letter", plain(`a${many("\u0301")}`), /combining marks/],
    ["elements inside each other", html(many("<div>")), /nested more than 1000/],
  ];
  for (const [name, message, reason] of refused) {
    it(`is refused: ${name}`, async () => expect((await read(message)).refusal).toMatch(reason));
  }

  it("keeps the bytes of every part as they are, whatever its transfer encoding", async () => {
    const body = (encoding: string, text: string) => `Content-Transfer-Encoding: ${encoding}\n\n${text}`;
    const message = utf8(
      `From: a@b.c\nContent-Type: multipart/mixed; boundary=B\n\n--B\n${body("8bit", "é > een\n\ntwee")}\n--B\n${body("base64", "w6kgZHJpZQ==")}\n--B\n${body("quoted-printable", "=C3=A9 vier")}\n--B--\n`,
    );
    const parts = parseMime(message).children.map((part) => new TextDecoder().decode(part.bytes).trimEnd());
    expect(parts).toEqual(["é > een\n\ntwee", "é drie", "é vier"]);
  });
});
