import { describe, expect, it } from "vitest";
import { freeNow } from "../../../src/vault/spool/free-now.ts";
import { turnAt } from "../../../src/vault/spool/upload-key.ts";

const mib = 1024 * 1024;

// What a mail of thirty megabytes left behind on its way through the spool brought ten collections of the whole heap, half of the two seconds that its refusal took.
describe("bytes that are let go of at once", () => {
  it("are empty, and those that lie beside others stay", () => {
    const own = new Uint8Array(100);
    freeNow(own);
    expect(own).toHaveLength(0);
    const part = new Uint8Array(100).subarray(10, 20);
    freeNow(part);
    expect(part).toHaveLength(10);
  });

  it("are those that encryption leaves of each piece", () => {
    const bytes = new Uint8Array(8 * mib);
    const before = process.memoryUsage().arrayBuffers;
    turnAt(new Uint8Array(32), 0, bytes);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(mib);
  });
});
