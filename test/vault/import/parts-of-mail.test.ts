import { describe, expect, it } from "vitest";
import { file, importAll, openTestVault, told, utf8 } from "../vault-fixture.ts";

const part = (type: string, name: string, encoding: string, content: string): string =>
  `--B\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename=${name}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}\r\n`;
const carrying = (...parts: string[]): string =>
  `From: a@example.org\r\nSubject: s\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\n\r\nzie bijlage\r\n${parts.join("")}--B--\r\n`;

const note = "Het loon wordt betaald.\r\nTot 1 mei.\r\n";

describe("a file in a mail", () => {
  for (const [encoding, content] of [
    ["7bit", note],
    ["base64", Buffer.from(note).toString("base64")],
    ["quoted-printable", note.replaceAll("\r\n", "=0D=0A=\r\n")],
  ] as const) {
    it(`is one document with the same file on disk: ${encoding}`, async () => {
      const { vault } = await openTestVault();
      const rows = await importAll(vault, [
        file("mail.eml", carrying(part("text/plain", "nota.txt", encoding, content))),
        file("nota.txt", note),
      ]);
      expect(rows.map(told)).toEqual(["IMPORTED mail.eml", "IMPORTED mail.eml!/nota.txt", "DUPLICATE nota.txt"]);
    });
  }

  it("is told with its place, from which its bytes can be cut out of the message", async () => {
    const { vault, docs } = await openTestVault();
    const message = utf8(carrying(part("text/plain", "nota.txt", "base64", Buffer.from(note).toString("base64"))));
    const [row] = await importAll(vault, [file("mail.eml", message)]);
    const { doc } = await docs.getDoc({ docUid: row?.docUid ?? "" });
    const { offsetBytes = 0n, lengthBytes = 0n, transferEncoding } = doc?.attachments[0]?.place ?? {};
    const cut = Buffer.from(message).toString("latin1", Number(offsetBytes), Number(offsetBytes + lengthBytes));
    expect([Buffer.from(cut, "base64").toString(), transferEncoding]).toEqual([note, "base64"]);
  });

  // That a mail did not arrive, or was read, was refused as "files of type message/delivery-status".
  it("that reports what became of a message is read as the text that it is", async () => {
    const { vault } = await openTestVault();
    const report = (type: string, lines: string): string => `--B\r\nContent-Type: ${type}\r\n\r\n${lines}\r\n`;
    const bounce = carrying(
      report("message/delivery-status", "Final-Recipient: rfc822; otto@example.org\r\nAction: failed\r\nStatus: 5.1.1"),
      report("message/disposition-notification", "Disposition: manual-action/MDN-sent-manually; displayed"),
      report("text/rfc822-headers", "Subject: Ziekmelding"),
    );
    const rows = await importAll(vault, [file("m.eml", bounce)]);
    expect(rows.map((row) => told(row).split(" ")[0])).toEqual(Array(4).fill("IMPORTED"));
    const strand = await vault.strand("");
    const texts = await Promise.all(rows.slice(1).map(({ docUid }) => strand.text(docUid)));
    expect(texts.map(({ text }) => text)).toEqual([
      expect.stringContaining("Action: failed"),
      expect.stringContaining("displayed"),
      expect.stringContaining("Subject: Ziekmelding"),
    ]);
  });

  it("is kept in the mail and not refused where it has no words: pictures and detached signatures", async () => {
    const { vault } = await openTestVault();
    const mail = carrying(
      part("image/png", "logo.png", "base64", "AAEC"),
      part("application/octet-stream", "foto.JPG", "base64", "AAEC"),
      part("application/pgp-signature", "signature.asc", "7bit", "-----BEGIN PGP SIGNATURE-----"),
      part("application/vnd.ms-excel", "cijfers.xls", "base64", "AAEC"),
    );
    const words = async () => (await importAll(vault, [file("m.eml", mail)])).map((row) => told(row).split(" ")[0]);
    expect(await words()).toEqual(["IMPORTED", "KEPT", "KEPT", "KEPT", "REFUSED"]);
    expect(await words()).toEqual(["DUPLICATE", "KEPT", "KEPT", "KEPT", "REFUSED"]);
    expect((await importAll(vault, [file("logo.png", utf8("x"))])).map(told)).toEqual(["REFUSED logo.png"]);
  });
});
