import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Code } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { reasons } from "../../src/error.ts";
import { codeOfReason } from "../../src/wire/error-code.ts";

const protos = fileURLToPath(new URL("../../proto", import.meta.url));

/** `DEADLINE_EXCEEDED` for `Code.DeadlineExceeded`; gRPC spells CANCELLED with two l's. */
const grpcName = (code: Code): string =>
  (Code[code] ?? "")
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase()
    .replace("CANCELED", "CANCELLED");

/** Every pair of code and reason that a comment promises, with the file that does. */
const promises = readdirSync(protos, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".proto"))
  .flatMap((name) =>
    [...readFileSync(join(protos, name), "utf8").matchAll(/`([A-Z_]+)` `([A-Z_]+)`/g)].map(
      ([, code = "", reason = ""]) => ({
        name,
        code,
        reason,
      }),
    ),
  );

describe("the errors that the .proto files promise", () => {
  it("have reasons of the closed list", () => {
    const unknown = promises.filter(({ reason }) => !(reasons as readonly string[]).includes(reason));
    expect(unknown).toEqual([]);
    expect(promises.length).toBeGreaterThan(50);
  });

  it("arrive with the code that is promised", () => {
    const table = codeOfReason as Readonly<Record<string, Code>>;
    const others = promises.flatMap(({ name, code, reason }) => {
      const sent = table[reason];
      const isSent = sent === undefined || grpcName(sent) === code;
      return isSent ? [] : [`${name}: ${reason} is promised as ${code} and sent as ${grpcName(sent)}`];
    });
    expect([...new Set(others)]).toEqual([]);
  });
});
