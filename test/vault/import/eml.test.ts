import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { eml } from "../../../src/vault/import/eml.ts";
import { ImportRefusal } from "../../../src/vault/reader/port.ts";
import { mail, utf8 } from "../vault-fixture.ts";

const extract = (bytes: Uint8Array) => eml.extract(bytes, { path: "map/brief.eml" });
const headers = {
  From: "Ank Baas <ank@example.org>",
  To: "Jan <jan@example.org>, Eva <eva@example.org>",
  Date: "Tue, 9 Dec 2025 10:14:05 +0100",
  Subject: "=?utf-8?Q?Re=C3=AFntegratie?=",
  "Message-ID": "<a1@example.org>",
  "In-Reply-To": "<a0@example.org>",
};
const multipart = (type: string, ...parts: string[]) =>
  mail(
    { ...headers, "MIME-Version": "1.0", "Content-Type": `multipart/${type}; boundary=BB` },
    `${parts.map((part) => `--BB\n${part}`).join("\n")}\n--BB--\n`,
  );

describe("the canonical text of a mail", () => {
  it("begins with the header block as a segment of its own, followed by the body", async () => {
    const { text, segments } = await extract(mail(headers, "Geachte heer,\n\nU krijgt niets.\n"));
    const block =
      "From: Ank Baas <ank@example.org>\nTo: Jan <jan@example.org>, Eva <eva@example.org>\nDate: Tue, 9 Dec 2025 10:14:05 +0100\nSubject: Reïntegratie";
    expect(text).toBe(`${block}\n\nGeachte heer,\n\nU krijgt niets.`);
    expect(segments.map(({ start, end }) => text.slice(start, end))).toEqual([
      block,
      "Geachte heer,\n\nU krijgt niets.",
    ]);
  });

  it("is the same behind a byte order mark, which a program put before the mail", async () => {
    const plain = mail(headers, "Dag.");
    const { text, title } = await extract(new Uint8Array([0xef, 0xbb, 0xbf, ...plain]));
    expect({ text, title }).toEqual({ text: (await extract(plain)).text, title: "Reïntegratie" });
  });

  // "Hier staat niet: Sandra" was said of the mail that she had signed for the desk.
  it("has whoever signed it among its people, behind those of its header, where the header does not name them", async () => {
    const people = async (...ending: string[]) =>
      (
        await extract(
          mail({ ...headers, From: "Balie <balie@example.org>" }, `Dag,\n\nHij is klaar.\n\n${ending.join("\n")}\n`),
        )
      ).participants;
    const known = ["Balie <balie@example.org>", "Jan <jan@example.org>", "Eva <eva@example.org>"];
    expect(await people("Met vriendelijke groet,", "Sandra, balie")).toEqual([...known, "Sandra, balie"]);
    expect(await people("Groet,", "", "Balie")).toEqual(known);
    expect(await people("Groet,", "", "Tot morgen om 10 uur.")).toEqual(known);
    expect(await people("Dat weet Sandra.")).toEqual(known);
    expect(await people("> Hoi", "> Groet,", "> Sandra")).toEqual(known);
  });

  it("leaves the letters of a PGP signature to nobody's words", async () => {
    const signature = `-----BEGIN PGP SIGNATURE-----\n\n${"iQEzBAEBCAAdFiEE0123456789abcdef0123456789abcdef0123456789abcd\n".repeat(16)}=abcd\n-----END PGP SIGNATURE-----`;
    const signed = `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nIk ga akkoord.\n${signature}\n`;
    const { text, segments } = await extract(mail(headers, signed));
    const [of] = segments.filter(({ voice }) => voice === Voice.SIGNATURE);
    expect(text.slice(of?.start, of?.end)).toBe(signature);
    const said = segments.filter(({ voice }) => voice === Voice.AUTHOR).map(({ start, end }) => text.slice(start, end));
    expect(said.join()).toContain("Ik ga akkoord.");
    expect(said.join()).not.toContain("iQEz");
  });

  it("counts segments in code points, so that emoji move nothing", async () => {
    const { text, segments } = await extract(
      mail({ ...headers, "Content-Type": "text/plain; charset=utf-8" }, "👍🏽 ok\n-- \nAnk"),
    );
    const last = segments.at(-1);
    expect([...text].slice(last?.start, last?.end).join("")).toBe("-- \nAnk");
    expect(last?.voice).toBe(Voice.SIGNATURE);
  });

  it("knows title, instant, date as written, people and thread ids", async () => {
    const made = await extract(mail(headers, "x"));
    expect(made).toMatchObject({
      title: "Reïntegratie",
      authoredAtIso: "2025-12-09T09:14:05.000Z",
      authoredAtText: "Tue, 9 Dec 2025 10:14:05 +0100",
      participants: ["Ank Baas <ank@example.org>", "Jan <jan@example.org>", "Eva <eva@example.org>"],
      mail: {
        messageId: "a1@example.org",
        inReplyTo: ["a0@example.org"],
        addresses: ["ank@example.org", "jan@example.org", "eva@example.org"],
      },
    });
  });

  it("is the plain part where plain and HTML say the same", async () => {
    const { text, extractor } = await extract(
      multipart(
        "alternative",
        "Content-Type: text/plain\n\nplatte tekst",
        "Content-Type: text/html\n\n<p>platte <b>tekst</b></p>",
      ),
    );
    expect(text).toMatch(/\n\nplatte tekst$/);
    expect(extractor).toBe("eml-text");
  });

  it("is the HTML where the plain part is only a stub", async () => {
    const html = `<p>${"De werkgever heeft toegezegd het loon te betalen. ".repeat(40)}</p>`;
    const { text, extractor } = await extract(
      multipart("alternative", "Content-Type: text/plain\n\nNo HTML?", `Content-Type: text/html\n\n${html}`),
    );
    expect(text).toContain("heeft toegezegd");
    expect(extractor).toBe("eml-html");
  });

  it("decodes quoted-printable, base64 and declared encodings", async () => {
    const quoted = await extract(
      mail(
        {
          ...headers,
          "Content-Type": "text/plain; charset=iso-8859-1",
          "Content-Transfer-Encoding": "quoted-printable",
        },
        "re=EFnte=\ngratie",
      ),
    );
    expect(quoted.text).toMatch(/\n\nreïntegratie$/);
    const coded = await extract(
      mail(
        { ...headers, "Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "base64" },
        Buffer.from("loon €").toString("base64"),
      ),
    );
    expect(coded.text).toMatch(/\n\nloon €$/);
  });

  it("reads flowed text by quote depth, which the parsing library does not", async () => {
    const flowed = await extract(
      mail({ ...headers, "Content-Type": "text/plain; format=flowed" }, "> een \n> twee\ndrie \nvier"),
    );
    expect(flowed.text).toMatch(/\n\neen twee\ndrie vier$/);
    expect(flowed.segments.slice(1).map((segment) => segment.depth)).toEqual([1, 0]);
  });

  it("gives everything that is not its text as parts, forwarded messages among them", async () => {
    const { text, parts } = await extract(
      multipart(
        "mixed",
        "Content-Type: text/plain\n\nzie bijlage",
        'Content-Type: text/plain; name="nota.txt"\nContent-Disposition: attachment; filename="../../nota.txt"\n\nde nota',
        "Content-Type: message/rfc822\n\nFrom: eva@example.org\nSubject: oud\n\nhet oude bericht",
      ),
    );
    expect(text).toMatch(/\n\nzie bijlage$/);
    expect(parts.map(({ name, mediaType }) => `${name} ${mediaType}`)).toEqual([
      "nota.txt text/plain",
      "part-2.eml message/rfc822",
    ]);
  });

  it("passes over the separator line of a mailbox file", async () => {
    const bytes = utf8(`From ank@example.org Tue Dec  9 10:14:05 2025\nFrom: ank@example.org\nSubject: x\n\ntekst`);
    expect((await extract(bytes)).text).toBe("From: ank@example.org\nSubject: x\n\ntekst");
  });
});

describe("bytes that are no mail", () => {
  const deep = (levels: number): string =>
    Array.from({ length: levels }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join("");
  const cases: [string, Uint8Array, RegExp][] = [
    ["a JPEG", Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]), /not a mail message/],
    ["a note", utf8("Dit is gewoon een briefje.\n\nGroet"), /name it \.txt/],
    ["an empty line", utf8("\n\n"), /not a mail message/],
    ["a thousand nested parts", utf8(`From: a@b.c\n${deep(1000)}`), /nested more than 40 deep/],
    [
      "three thousand parts",
      utf8(`From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n${"--x\n\na\n".repeat(3000)}`),
      /more than 2000 parts/,
    ],
    [
      "two megabytes of headers",
      utf8(`From: a@b.c\n${`X-A: ${"y".repeat(990)}\n`.repeat(2200)}\n`),
      /headers are larger/,
    ],
  ];
  for (const [name, bytes, message] of cases) {
    it(`are refused with a word on what to do: ${name}`, async () => {
      const refused = await extract(bytes).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ImportRefusal);
      expect((refused as Error).message).toMatch(message);
    });
  }

  it("never raise anything but a refusal, whatever they are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom("", "From: a@b.c\n", "Content-Type: multipart/mixed; boundary=x\n\n--x\n"),
        async (bytes, head) => {
          const made = await extract(new Uint8Array([...utf8(head), ...bytes])).catch((error: unknown) => error);
          if (made instanceof Error) expect(made).toBeInstanceOf(ImportRefusal);
          else {
            const { text, segments } = made as Awaited<ReturnType<typeof extract>>;
            expect(text.isWellFormed() && text === text.normalize("NFC")).toBe(true);
            const length = [...text].length;
            let before = 0;
            for (const { start, end } of segments) {
              expect(before <= start && start <= end && end <= length).toBe(true);
              before = start;
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
