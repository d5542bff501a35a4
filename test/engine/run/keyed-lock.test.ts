import { describe, expect, it } from "vitest";
import { KeyedLock } from "../../../src/engine/run/keyed-lock.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("a lock with keys", () => {
  it("lets one in at a time, in order of arrival, also those who come while it changes hands", async () => {
    const lock = new KeyedLock();
    const seen: string[] = [];
    let inside = 0;
    const visit = (name: string) =>
      lock.run("run", async () => {
        expect(++inside).toBe(1);
        seen.push(name);
        await turn();
        inside -= 1;
      });
    const first = visit("a").then(() => visit("d"));
    await Promise.all([first, visit("b"), visit("c")]);
    expect(seen).toEqual(["a", "b", "c", "d"]);
  });

  it("keeps nobody waiting for another key", async () => {
    const lock = new KeyedLock();
    let open: () => void = () => undefined;
    const held = lock.run("one", () => new Promise<void>((resolve) => (open = resolve)));
    expect(await lock.run("two", async () => "through")).toBe("through");
    open();
    await held;
  });

  it("goes on to the next one after work that failed, and gives the failure to whom it belongs", async () => {
    const lock = new KeyedLock();
    const failed = lock.run("run", () => Promise.reject(new Error("mine")));
    const threw = lock.run("run", () => {
      throw new Error("at once");
    });
    const next = lock.run("run", async () => "through");
    await expect(failed).rejects.toThrow("mine");
    await expect(threw).rejects.toThrow("at once");
    expect(await next).toBe("through");
    expect(await lock.run("run", async () => "free again")).toBe("free again");
  });
});
