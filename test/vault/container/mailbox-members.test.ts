import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ContainerPositionSchema, MailboxConvention } from "../../../gen/pincite/vault/v1/container_pb.ts";
import { bytesInMemory, piecesOf } from "../../../src/vault/container/file-bytes.ts";
import { conventionOf } from "../../../src/vault/container/mailbox-counts.ts";
import { mailboxMembers } from "../../../src/vault/container/mailbox-members.ts";
import type { Member } from "../../../src/vault/container/member.ts";
import { mbox } from "../../../src/vault/import/mbox.ts";
import { describeWithData } from "../../support/shared-data.ts";
import { mailboxes } from "../support/data-files.ts";
import { utf8 } from "../vault-fixture.ts";

const line = "From ank@example.org Tue Dec  9 10:14:00 2025\n";
const one = "From: ank@example.org\nSubject: een\n\neerste\n";
const two = "From: eva@example.org\nSubject: twee\n\ntweede\n";

async function* inPieces(bytes: Uint8Array, size: number, from = 0): AsyncGenerator<Uint8Array> {
  for (let at = from; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const readAll = async (pieces: AsyncIterable<Uint8Array>, position = create(ContainerPositionSchema)) => {
  const found = { tail: new Uint8Array() };
  const members: Member[] = [];
  for await (const member of mailboxMembers(pieces, position, found)) members.push(member);
  return { members, tail: found.tail, position };
};

const bytesOf = ({ given }: Member): Uint8Array => ("bytes" in given ? given.bytes : new Uint8Array());
const joined = (members: readonly Member[], tail: Uint8Array): string =>
  Buffer.concat([...members.flatMap((member) => [member.before, bytesOf(member)]), tail]).toString("latin1");

/** What the reader of mailboxes in memory gives, which the tests of a mailbox hold to the standard. */
const whole = (bytes: Uint8Array): string[] =>
  [...(mbox.open(bytes) ?? [])].map((entry) => ("bytes" in entry ? Buffer.from(entry.bytes).toString("latin1") : ""));

const bodies = fc.constantFrom(
  "tekst\n",
  "tekst zonder einde",
  "\n",
  "",
  "From now on we shall see.\n",
  "\nFrom Mon to Fri\n",
  ">From that day\n",
  "\n\n\n",
  `${"lang ".repeat(600)}\n`,
);
const messages = fc.record({
  separator: fc.constantFrom(line, "From - \n", "From ???@???\n", line.replace("\n", "\r\n")),
  head: fc.constantFrom(
    "From: a@b.c\nSubject: s\n\n",
    "Date: Tue, 9 Dec 2025 10:14:00 +0100\nFrom: a@b.c\n\n",
    "From: a@b.c\nContent-Length: 7\n\n",
    "",
  ),
  body: fc.array(bodies, { maxLength: 4 }),
  gap: fc.constantFrom("\n", "", "\r\n", "\n\n"),
});

describe("a mailbox that comes in pieces", () => {
  it("gives the same messages as in one, and with what stands between them every byte of it", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(messages, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 3_000 }),
        async (parts, size) => {
          const text =
            line + parts.map(({ separator, head, body, gap }) => `${head}${body.join("")}${gap}${separator}`).join("");
          const bytes = utf8(text);
          const { members, tail } = await readAll(inPieces(bytes, size));
          expect(joined(members, tail)).toBe(text);
          expect(members.map((member) => Buffer.from(bytesOf(member)).toString("latin1"))).toEqual(whole(bytes));
        },
      ),
    ));

  it("can be read on from behind any of its messages", () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 500 }), async (count, size) => {
        const bytes = utf8(`\n${line}${one}\n${line}\nFrom - \n${two}\n${line}${one}\n${line}${two}\n`);
        const { members } = await readAll(inPieces(bytes, size));
        const position = create(ContainerPositionSchema);
        const stopped = mailboxMembers(inPieces(bytes, size), position, { tail: new Uint8Array() });
        for (let i = 0; i < count; i++) await stopped.next();
        const rest = await readAll(inPieces(bytes, size, Number(position.offset)), position);
        expect(rest.members.map(({ digest, end, name }) => [digest, end, name])).toEqual(
          members.slice(count).map(({ digest, end, name }) => [digest, end, name]),
        );
      }),
    ));

  it("loses of a message that is too large that one alone, with its size and digest told", async () => {
    const line64 = Buffer.from(`${"x".repeat(99)}\n`);
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield utf8(`${line}${one}\n${line}Subject: groot\n\n`);
      const block = Buffer.concat(Array.from({ length: 10_000 }, () => line64));
      for (let i = 0; i < 70; i++) yield block;
      yield utf8(`\n${line}${two}`);
    }
    const { members } = await readAll(pieces());
    expect(members.map(({ given }) => ("bytes" in given ? "bytes" : given.refusal.slice(0, 16)))).toEqual([
      "bytes",
      "this one message",
      "bytes",
    ]);
    expect(members[1]?.sizeBytes).toBe(70_000_000 + "Subject: groot\n\n\n".length);
    expect(members[1]?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(Buffer.from(bytesOf(members[2] as Member)).toString()).toBe(two);
  });

  it("tells the convention it follows by what it shows, and counts separators without a date", async () => {
    const told = async (text: string) => {
      const { position } = await readAll(inPieces(utf8(text), 64));
      const name = Object.entries(MailboxConvention).find(([, value]) => value === conventionOf(position))?.[0];
      return [name, Number(position.bareSeparatorCount)];
    };
    expect(await told(`${line}${one}\n${line}${two}`)).toEqual(["PLAIN", 0]);
    expect(await told(`${line}${one}>From hier\n\nFrom - \n${two}`)).toEqual(["MBOXO", 1]);
    expect(await told(`${line}${one}>From hier\n>>From daar\n\n${line}${two}`)).toEqual(["MBOXRD", 0]);
    const counted = (body: string): string => `From: a@b.c\nContent-Length: ${body.length}\n\n${body}`;
    expect(await told(`${line}${counted("tekst\n")}\n${line}${two}`)).toEqual(["MBOXCL", 0]);
    expect(await told(`${line}${counted(`een\n\n${line}twee\n`)}\n${line}${two}`)).toEqual(["MBOXCL2", 0]);
  });

  it("holds no more of it in memory than a message and a piece, however wrong its Content-Length is", async () => {
    const message = `From: a@b.c\nContent-Length: 60000000\n\n${"tekst ".repeat(2_000)}\n\n`;
    const block = Buffer.from(`${line}${message}`.repeat(80));
    let given = 0;
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 100; i++) {
        given += block.length;
        yield block;
      }
    }
    let count = 0;
    const start = process.memoryUsage().arrayBuffers;
    let most = 0;
    for await (const member of mailboxMembers(pieces(), create(ContainerPositionSchema), { tail: new Uint8Array() })) {
      count += member.sizeBytes > 0 ? 1 : 0;
      most = Math.max(most, process.memoryUsage().arrayBuffers - start);
    }
    expect(given).toBeGreaterThan(90_000_000);
    expect(count).toBe(8_000);
    expect(most).toBeLessThan(300 * 1024 * 1024);
  });
});

describeWithData("the mailboxes of the Apache set, in pieces", "email-apache-mbox", (folder) => {
  it("give the same messages as in one, and every byte", async () => {
    for (const { bytes } of mailboxes(folder)) {
      const { members, tail } = await readAll(piecesOf(bytesInMemory(bytes)));
      expect(joined(members, tail)).toBe(Buffer.from(bytes).toString("latin1"));
      expect(members.map((member) => Buffer.from(bytesOf(member)).toString("latin1"))).toEqual(whole(bytes));
    }
  });
});
