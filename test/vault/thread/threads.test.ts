import { create, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DocRecordSchema } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { emptyHead } from "../../../src/store/store.ts";
import { Catalogue } from "../../../src/vault/strand/catalogue.ts";
import type { ThreadedMail } from "../../../src/vault/thread/threads.ts";

interface NamedMail extends ThreadedMail {
  readonly docUid: string;
}

/** A name as hexadecimal digits, which ids are of, in the same order. */
const uidOf = (name: string): string => Buffer.from(name).toString("hex").padEnd(64, "0");
const nameOf = (docUid: string): string => Buffer.from(docUid, "hex").toString().replaceAll("\0", "");

const recordOf = ({ docUid, messageId, inReplyTo, references, subject, addresses }: NamedMail) => {
  const summary = { docUid: uidOf(docUid), docType: "email", title: subject, path: docUid };
  const detail = { summary, messageId };
  const record = create(DocRecordSchema, {
    detail,
    inReplyTo: [...inReplyTo],
    references: [...references],
    addresses: [...addresses],
  });
  return { record, encoded: toBinary(DocRecordSchema, record) };
};

/** Works on a catalogue of these messages. */
const withThreads = <T>(messages: readonly NamedMail[], work: (catalogue: Catalogue) => T): T => {
  const catalogue = new Catalogue(":memory:");
  try {
    catalogue.extend({ records: messages.map(recordOf), paths: [] }, emptyHead, emptyHead);
    return work(catalogue);
  } finally {
    catalogue.close();
  }
};

const message = (docUid: string, more: Partial<ThreadedMail> = {}): NamedMail => ({
  docUid,
  messageId: "",
  inReplyTo: [],
  references: [],
  subject: "",
  addresses: [],
  ...more,
});

/** Threads as sorted lists, sorted. */
const threadsOf = (messages: readonly NamedMail[]): string[] =>
  withThreads(messages, (catalogue) =>
    catalogue.threads().map((members) => members.map(nameOf).sort().join(" ")),
  ).sort();

const few = (...values: string[]) => fc.constantFrom(...values);
const anyMessage = fc.record({
  messageId: few("", "m1", "m2", "m3", "m4"),
  inReplyTo: fc.array(few("m1", "m2", "m3", "m5"), { maxLength: 2 }),
  references: fc.array(few("m2", "m4", "m6"), { maxLength: 2 }),
  subject: few("", "loon", "Re: loon", "vakantie", "RE: vakantie"),
  addresses: fc.array(few("a@x", "b@x", "c@x", "d@x"), { maxLength: 3 }),
});
const anyMailbox = fc
  .array(anyMessage, { maxLength: 12 })
  .map((messages) => messages.map((one, i) => ({ ...one, docUid: `doc${String(i).padStart(2, "0")}` })));

describe("threads", () => {
  it("are the same in whatever order the messages come", () => {
    fc.assert(
      fc.property(
        anyMailbox.chain((mailbox) =>
          fc.tuple(fc.constant(mailbox), fc.shuffledSubarray(mailbox, { minLength: mailbox.length })),
        ),
        ([mailbox, shuffled]) => {
          expect(threadsOf(shuffled)).toEqual(threadsOf(mailbox));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("hold every message once, and are named after the smallest", () => {
    fc.assert(
      fc.property(anyMailbox, (mailbox) => {
        withThreads(mailbox, (catalogue) => {
          const threads = catalogue.threads();
          expect(threads.flat().map(nameOf).sort()).toEqual(mailbox.map((one) => one.docUid).sort());
          for (const members of threads) {
            const name = `thread:${[...members].sort()[0]}`;
            for (const docUid of members) {
              expect(catalogue.threadOf(docUid)).toBe(name);
              expect(catalogue.threadMembers(docUid)).toEqual(members);
            }
          }
        });
      }),
    );
  });

  it("join messages that name a third one which is not here", () => {
    expect(threadsOf([message("a", { references: ["gone"] }), message("b", { inReplyTo: ["gone"] })])).toEqual(["a b"]);
  });

  it("join a reply by its subject between the same two people, in either direction", () => {
    const first = message("a", { subject: "Loon", addresses: ["jan@x", "ank@x"] });
    const reply = message("b", { subject: "Antw: Loon", addresses: ["ank@x", "jan@x"] });
    expect(threadsOf([first, reply])).toEqual(["a b"]);
  });

  it("leave mails apart that share a subject and are no replies, and replies among other people", () => {
    const first = message("a", { subject: "Factuur", addresses: ["jan@x", "ank@x"] });
    expect(threadsOf([first, { ...first, docUid: "b" }])).toEqual(["a", "b"]);
    expect(threadsOf([first, message("c", { subject: "Re: Factuur", addresses: ["eva@x", "bob@x"] })])).toEqual([
      "a",
      "c",
    ]);
  });

  it("links five thousand messages of one dialogue, and as many that had waited for its first reply", () => {
    const count = 5_000;
    const dialogue = { addresses: ["a@x", "b@x"] };
    const waiting = Array.from({ length: count }, (_, i) => message(`w${i}`, { ...dialogue, subject: "x" }));
    const replies = Array.from({ length: count }, (_, i) => message(`d${i}`, { ...dialogue, subject: "Re: x" }));
    withThreads([...waiting, ...replies], (catalogue) => {
      expect(catalogue.threadMembers(uidOf("w0"))).toHaveLength(2 * count);
    });
  });
});
