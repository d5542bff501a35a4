import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  PreconditionFailureSchema,
  RetryInfoSchema,
} from "../../gen/google/rpc/error_details_pb.ts";
import { DomainError, reasons } from "../../src/error.ts";
import { fromConnectError, toConnectError } from "../../src/wire/error.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { type EchoHandlers, echoClient, echoRoutes } from "./echo-service.ts";

const client = (handlers: EchoHandlers) => echoClient(createInProcessTransport(echoRoutes(handlers)));

const failure = async (call: Promise<unknown>): Promise<ConnectError> =>
  call.then(
    () => Promise.reject(new Error("the call succeeded")),
    (error) => ConnectError.from(error),
  );

const drain = async (stream: AsyncIterable<unknown>): Promise<number> => {
  let count = 0;
  for await (const _ of stream) count += 1;
  return count;
};

describe("errors on the wire", () => {
  it.each(reasons)("carries %s with exactly one ErrorInfo of this project", async (reason) => {
    const thrown = new DomainError(reason, "what to do", { run_id: "r7" });
    const failed = await failure(client({ say: () => Promise.reject(thrown) }).say({}));
    expect(failed.findDetails(ErrorInfoSchema)).toMatchObject([
      { reason, domain: "pincite", metadata: { run_id: "r7" } },
    ]);
    expect(failed.rawMessage).toBe("what to do");
    expect(fromConnectError(failed)).toMatchObject({ reason, message: "what to do", facts: { run_id: "r7" } });
  });

  it("tells field violations as BadRequest and gives them back to a client", async () => {
    const violations = [{ type: "string.min_len", subject: "goal", description: "must not be empty" }];
    const thrown = new DomainError("REQUEST_INVALID", "goal: must not be empty", {}, { violations });
    const failed = await failure(client({ say: () => Promise.reject(thrown) }).say({}));
    expect(failed.code).toBe(Code.InvalidArgument);
    expect(failed.findDetails(BadRequestSchema)[0]?.fieldViolations).toMatchObject([
      { field: "goal", reason: "string.min_len" },
    ]);
    expect(fromConnectError(failed).violations).toEqual(violations);
  });

  it("tells missing inputs as PreconditionFailure", async () => {
    const violations = [{ type: "SLOT_UNBOUND", subject: "slot-1", description: "bind an exhibit" }];
    const thrown = new DomainError("MISSING_INPUTS", "one slot has no evidence", {}, { violations });
    const failed = await failure(client({ say: () => Promise.reject(thrown) }).say({}));
    expect(failed.code).toBe(Code.FailedPrecondition);
    expect(failed.findDetails(PreconditionFailureSchema)[0]?.violations).toMatchObject(violations);
    expect(failed.findDetails(BadRequestSchema)).toEqual([]);
  });

  it.each(["RUN_BUSY", "SERVER_DRAINING", "UPSTREAM_UNAVAILABLE"] as const)(
    "says how long to wait for %s",
    (reason) => {
      const [retry] = toConnectError(new DomainError(reason, "wait")).findDetails(RetryInfoSchema);
      expect(retry?.retryDelay?.seconds).toBeGreaterThan(0n);
    },
  );

  it("does not ask for a retry where the same call would fail again", () => {
    const details = toConnectError(new DomainError("RUN_VERSION_STALE", "read again")).findDetails(RetryInfoSchema);
    expect(details).toEqual([]);
  });

  it("keeps the details of one error within the trailers a gRPC client takes", async () => {
    const violations = Array.from({ length: 500 }, (_, index) => ({
      type: "string.max_len",
      subject: `claims[${index}].text`,
      description: "x".repeat(2_000),
    }));
    const thrown = new DomainError("REQUEST_INVALID", "many", {}, { violations });
    const failed = await failure(client({ say: () => Promise.reject(thrown) }).say({}));
    const size = failed.details.reduce(
      (sum, detail) => sum + ("value" in detail ? (detail.value as Uint8Array).length : 0),
      0,
    );
    expect(size).toBeGreaterThan(1_000);
    expect(size).toBeLessThan(6_000);
  });

  it("hides the text of an unknown error and calls it INTERNAL", async () => {
    const failed = await failure(client({ say: () => Promise.reject(new Error("the secret of mr. X")) }).say({}));
    expect(failed.code).toBe(Code.Internal);
    expect(failed.message).not.toContain("secret");
    expect(fromConnectError(failed).reason).toBe("INTERNAL");
  });

  it("does not pass an upstream's text on", async () => {
    const upstream = client({ say: () => Promise.reject(new DomainError("RUN_NOT_FOUND", "upstream's words")) });
    const failed = await failure(client({ say: async (request) => upstream.say({ text: request.text }) }).say({}));
    expect(failed.code).toBe(Code.Internal);
    expect(failed.message).not.toContain("upstream's words");
  });

  it("tells an unreachable upstream as UPSTREAM_UNAVAILABLE, without its text", () => {
    const fromWire = Object.assign(new ConnectError("connect ECONNREFUSED 10.0.0.7:1", Code.Unavailable), {
      isWireError: true,
    });
    const failed = toConnectError(fromWire);
    expect(failed.code).toBe(Code.Unavailable);
    expect(failed.message).not.toContain("10.0.0.7");
  });

  it("maps an error that a stream throws after it has begun", async () => {
    const { watch } = client({
      async *watch() {
        yield { count: 1 };
        throw new DomainError("WATCHER_TOO_SLOW", "resume from your cursor", { cursor: "7" });
      },
    });
    const received: number[] = [];
    const read = async () => {
      for await (const message of watch({})) received.push(message.count);
    };
    const failed = await failure(read());
    expect(received).toEqual([1]);
    expect(fromConnectError(failed)).toMatchObject({ reason: "WATCHER_TOO_SLOW", facts: { cursor: "7" } });
  });

  it("hides the text of an unknown error in the midst of a stream", async () => {
    const { watch } = client({
      async *watch() {
        yield { count: 1 };
        throw new Error("the secret of mr. X");
      },
    });
    const failed = await failure(drain(watch({})));
    expect(failed.code).toBe(Code.Internal);
    expect(failed.message).not.toContain("secret");
  });
});
