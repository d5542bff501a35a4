import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { describe, expect, it } from "vitest";
import { ContainerKind } from "../../../gen/pincite/vault/v1/container_pb.ts";
import { containerKind, documentSuffixes, documentTypes } from "../../../src/vault/container/container-kind.ts";
import { importers } from "../../../src/vault/import/importers.ts";
import { utf8 } from "../vault-fixture.ts";

const head = utf8("From - Tue Dec  9 10:14:00 2025\nDate: Tue, 9 Dec 2025 10:14:00 +0100\nFrom: a@b.c\n\ntekst\n");

describe("the kind of a container", () => {
  it("is looked for by the first line only where no importer claims the name or type", () => {
    const suffixes = importers.flatMap((importer) => importer.suffixes);
    expect(suffixes.filter((suffix) => !documentSuffixes.includes(suffix))).toEqual([]);
    const types = importers.flatMap((importer) => importer.mediaTypes);
    expect(types.filter((type) => !documentTypes.has(type))).toEqual([]);
  });

  it("follows bytes that can be of one kind alone, then type, name and first line", async () => {
    const tarHeader = await packTar([{ header: { name: "a.txt", size: 0 }, data: new Uint8Array() }]);
    const { MAILBOX, ZIP } = ContainerKind;
    const cases: [string, string, ContainerKind | undefined][] = [
      ["Mail/Inbox", "", MAILBOX],
      ["Mail/Verzonden items", "application/octet-stream", MAILBOX],
      ["x.mbox", "text/plain", MAILBOX],
      ["x.MBX", "", MAILBOX],
      ["x.zip", "", ZIP],
      ["x", "application/zip", ZIP],
      ["x.eml", "", undefined],
      ["x.txt", "", undefined],
      ["x", "message/rfc822", undefined],
    ];
    for (const [path, type, kind] of cases) expect([path, containerKind(path, type, head)]).toEqual([path, kind]);
    expect(containerKind("x.eml", "", gzipSync(utf8("woorden")))).toBe(ContainerKind.GZIP);
    expect(containerKind("x.pdf", "application/pdf", gzipSync(tarHeader))).toBe(ContainerKind.TAR);
    expect(containerKind("x.tar.gz", "", new Uint8Array())).toBe(ContainerKind.GZIP);
    expect(containerKind("brief", "", utf8("From what we heard, it was late.\n"))).toBeUndefined();
  });
});
