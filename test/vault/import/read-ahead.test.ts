import { describe, expect, it } from "vitest";
import type { Step } from "../../../src/vault/container/steps.ts";
import { readAhead } from "../../../src/vault/import/read-ahead.ts";
import { knownFile } from "../../../src/vault/import/read-file.ts";

async function* steps(count: number): AsyncGenerator<Step> {
  for (let n = 0; n < count; n++)
    yield { input: { path: String(n), mediaType: "", bytes: new Uint8Array(1) }, doneBytes: 1, isFile: true };
}

describe("an import that is broken off", () => {
  // Each reading that is cancelled while it is the first in line costs the reader its thread: sixty of them in order cost
  // sixty threads, minutes and a gigabyte.
  it("cancels what waits from the end, and what is being read last of all", async () => {
    const cancelled: string[] = [];
    const read = ({ input: { path } }: Step) => ({
      units: (async function* () {
        yield knownFile(path, "");
        await new Promise(() => undefined);
      })(),
      cancel: () => cancelled.push(path),
    });
    for await (const answer of readAhead(steps(60), read)) {
      expect(answer).toHaveProperty("unit");
      await new Promise((resolve) => setTimeout(resolve, 20));
      break;
    }
    expect(cancelled).toEqual(Array.from({ length: 60 }, (_, n) => String(59 - n)));
  });
});
