import { describe, expect, it } from "vitest";
import { ErrorInfoSchema } from "../../gen/google/rpc/error_details_pb.ts";
import { DomainError } from "../../src/error.ts";
import { type Said, worded } from "../../src/messages/said.ts";
import { speechOf } from "../../src/messages/speech.ts";
import { decodeSaid, encodeSaid } from "../../src/messages/wire-form.ts";
import { domainToConnectError, fromConnectError } from "../../src/wire/error.ts";

const stale = worded("error.run-is-at-version-not-at-read-it-and-decide", {
  runId: "run-1",
  current: "3-a",
  expected: "2-b",
});

describe("the message of an error", () => {
  const error = new DomainError("RUN_VERSION_STALE", stale, { run_id: "run-1" });

  it("reads in English for a client that knows no ids, which finds its facts as before", () => {
    const failed = domainToConnectError(error);
    expect(failed.rawMessage).toBe("Run run-1 is at version 3-a, not at 2-b: read it and decide again.");
    expect(failed.findDetails(ErrorInfoSchema)[0]?.metadata).toMatchObject({ run_id: "run-1" });
  });

  it("travels by its id with its facts, and is said by whoever shows it", () => {
    const read = fromConnectError(domainToConnectError(error));
    expect(read.told).toEqual(stale);
    expect(read.facts).toEqual({ run_id: "run-1" });
    expect(speechOf("nl").sentence(read.told)).toBe(
      "Memo run-1 is op versie 3-a, niet op 2-b: bekijk het en besluit opnieuw.",
    );
  });

  it("is its English where the server names none, or one that is not known here", () => {
    const plain = new DomainError("RUN_BUSY", "something that has no id", { message_id: "error.of-a-newer-server" });
    expect(fromConnectError(domainToConnectError(plain)).told).toBe("something that has no id");
  });
});

describe("a message in metadata", () => {
  it("may stand inside another", () => {
    const inner = worded("error.there-is-no-slot", { slotId: "slot:9" });
    const outer: Said = worded("command-error.line-of-the-file", { line: 3, what: inner });
    expect(decodeSaid(encodeSaid(outer))).toEqual(outer);
    expect(speechOf("nl").sentence(outer)).toBe("regel 3 van het bestand: bewijsvraag 9 is er niet.");
  });

  it("stays behind where its facts are longer than an error may be", () => {
    expect(encodeSaid(worded("error.there-is-no-slot", { slotId: "x".repeat(3_000) }))).toEqual({});
  });

  it("is refused where it is anything but a message, and nothing of it is looked up elsewhere", () => {
    const hostile: Record<string, string>[] = [
      {},
      { message_id: "constructor" },
      { message_id: "error.there-is-no-slot", message_facts: "{" },
      { message_id: "error.there-is-no-slot", message_facts: "null" },
      { message_id: "error.there-is-no-slot", message_facts: '{"slotId":{"id":"__proto__","facts":{}}}' },
      { message_id: "error.there-is-no-slot", message_facts: '{"slotId":[1]}' },
    ];
    for (const metadata of hostile) expect(decodeSaid(metadata), JSON.stringify(metadata)).toBeUndefined();
  });
});
