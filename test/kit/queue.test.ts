import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bell } from "#kit/bell.ts";
import { Queue } from "#kit/queue.ts";

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  await soon();
  return settled;
};

describe("a bell", () => {
  it("wakes who waits, once for each ring", async () => {
    const bell = new Bell();
    const first = bell.rung();
    expect(await isSettled(first)).toBe(false);
    bell.ring();
    expect(await isSettled(first)).toBe(true);
    expect(await isSettled(bell.rung())).toBe(false);
  });

  it("that rang while nobody waited wakes the next one at once, and only once however often it rang", async () => {
    const bell = new Bell();
    bell.ring();
    bell.ring();
    expect(await isSettled(bell.rung())).toBe(true);
    expect(await isSettled(bell.rung())).toBe(false);
  });

  it("rings when its signal aborts, and has rung when it had before", async () => {
    const stop = new AbortController();
    const waits = new Bell(stop.signal).rung();
    stop.abort();
    expect(await isSettled(waits)).toBe(true);
    expect(await isSettled(new Bell(stop.signal).rung())).toBe(true);
  });
});

describe("a queue", () => {
  it("gives what was put, in order, whoever was first", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), async (puts) => {
        const queue = new Queue<number>();
        const taken: Promise<number | undefined>[] = [];
        let last: Promise<unknown> = Promise.resolve();
        let count = 0;
        for (const isPut of puts) {
          if (isPut) queue.put(count++);
          else {
            const next = last.then(() => queue.take());
            taken.push(next);
            last = next;
          }
          await soon();
        }
        queue.end();
        const all = await Promise.all(taken);
        expect(all).toEqual(all.map((_, at) => (at < count ? at : undefined)));
      }),
      { numRuns: 30 },
    );
  });

  it("ends after everything that was put before, and takes nothing in after that", async () => {
    const queue = new Queue<string>();
    queue.put("a");
    queue.end();
    queue.put("b");
    expect([await queue.take(), await queue.take(), await queue.take()]).toEqual(["a", undefined, undefined]);
  });

  it("fails after everything that was put before, with the first error", async () => {
    const queue = new Queue<string>();
    queue.put("a");
    queue.fail(new Error("first"));
    queue.fail(new Error("second"));
    queue.end();
    expect(await queue.take()).toBe("a");
    await expect(queue.take()).rejects.toThrow("first");
  });

  it("fails also with what is no error, and with undefined", async () => {
    const queue = new Queue<string>();
    queue.fail(undefined);
    await expect(queue.take()).rejects.toBeUndefined();
  });

  it("wakes who waits for the end", async () => {
    const queue = new Queue<string>();
    const taken = queue.take();
    await soon();
    queue.end();
    expect(await taken).toBeUndefined();
  });

  it("puts one in the place of the last, and of none where it is empty", async () => {
    const queue = new Queue<string>();
    queue.put("a", "last");
    queue.put("b", "last");
    expect(queue.last).toBe("b");
    queue.put("c");
    expect([await queue.take(), await queue.take(), queue.last]).toEqual(["b", "c", undefined]);
  });

  it("throws the reason of its signal, waiting or not, and takes nothing in any more", async () => {
    const stop = new AbortController();
    const queue = new Queue<string>(stop.signal);
    const waits = queue.take();
    await soon();
    stop.abort(new Error("gone"));
    await expect(waits).rejects.toThrow("gone");
    queue.put("a");
    await expect(queue.take()).rejects.toThrow("gone");
    expect(queue.last).toBeUndefined();
  });

  it("gives away all that waits at once", () => {
    const queue = new Queue<string>();
    queue.put("a");
    queue.put("b");
    expect([queue.drain(), queue.drain()]).toEqual([["a", "b"], []]);
  });
});
