import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ThreadedMail, Threads } from "../../../src/vault/thread/threads.ts";

const message = (docUid: string, more: Partial<ThreadedMail> = {}): ThreadedMail => ({
  docUid,
  messageId: "",
  inReplyTo: [],
  references: [],
  subject: "",
  addresses: [],
  ...more,
});

/** Threads as sorted lists, sorted. */
const threadsOf = (messages: readonly ThreadedMail[]): string[] => {
  const threads = new Threads();
  for (const one of messages) threads.add(one);
  return [...threads.all()].map((members) => [...members].sort().join(" ")).sort();
};

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
        const threads = new Threads();
        for (const one of mailbox) threads.add(one);
        expect([...threads.all()].flat().sort()).toEqual(mailbox.map((one) => one.docUid).sort());
        for (const members of threads.all()) {
          const name = `thread:${[...members].sort()[0]}`;
          for (const docUid of members) expect(threads.threadOf(docUid)).toBe(name);
        }
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

  it("links fifty thousand messages of one dialogue", () => {
    const threads = new Threads();
    for (let i = 0; i < 50_000; i++) threads.add(message(`d${i}`, { subject: "Re: x", addresses: ["a@x", "b@x"] }));
    expect([...threads.all()]).toHaveLength(1);
  });
});
