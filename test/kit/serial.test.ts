import { describe, expect, it } from "vitest";
import { KeyedSerial, Serial } from "#kit/serial.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("one after the other by keys", () => {
  it("lets one in at a time, in order of arrival, also those who come while it changes hands", async () => {
    const lock = new KeyedSerial();
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
    const lock = new KeyedSerial();
    let open: () => void = () => undefined;
    const held = lock.run("one", () => new Promise<void>((resolve) => (open = resolve)));
    expect(await lock.run("two", async () => "through")).toBe("through");
    open();
    await held;
  });

  it("goes on to the next one after work that failed, and gives the failure to whom it belongs", async () => {
    const lock = new KeyedSerial();
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

describe("one after the other", () => {
  it("begins at once where nobody is in, and is free again when the last has left", async () => {
    const serial = new Serial();
    let begun = false;
    const work = serial.run(async () => {
      begun = true;
      await turn();
    });
    expect([begun, serial.isFree]).toEqual([true, false]);
    await work;
    expect(serial.isFree).toBe(true);
  });

  it("gives turns in order of arrival, to those who run work and to those who end their turn themselves", async () => {
    const serial = new Serial();
    const seen: string[] = [];
    const first = await serial.turn();
    const second = serial.run(async () => void seen.push("second"));
    const third = serial.turn().then((leave) => {
      seen.push("third");
      leave();
    });
    const fourth = serial.run(async () => void seen.push("fourth"));
    await turn();
    expect(seen).toEqual([]);
    first();
    await Promise.all([second, third, fourth]);
    expect(seen).toEqual(["second", "third", "fourth"]);
  });

  it("lets one in, not two, when a turn is ended twice", async () => {
    const serial = new Serial();
    const leave = await serial.turn();
    const second = serial.turn();
    const third = serial.turn();
    leave();
    leave();
    let isThirdIn = false;
    void third.then(() => (isThirdIn = true));
    const leaveSecond = await second;
    await turn();
    expect(isThirdIn).toBe(false);
    leaveSecond();
    (await third)();
    expect(serial.isFree).toBe(true);
  });
});
