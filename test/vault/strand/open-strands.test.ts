import { describe, expect, it } from "vitest";
import { OpenStrands } from "../../../src/vault/strand/open-strands.ts";

const opened = (kept: number) => {
  const seen = { opened: [] as string[], closed: [] as string[], now: 0, failing: false };
  const open = async (id: string) => {
    if (seen.failing) throw new Error("the disk is full");
    seen.opened.push(id);
    return { id, close: () => void seen.closed.push(id) };
  };
  return { seen, strands: new OpenStrands(open, { kept, idleMs: 100, now: () => seen.now }) };
};

describe("the strands that are open", () => {
  it("are opened once, also when two calls ask at the same time", async () => {
    const { seen, strands } = opened(2);
    const [one, two] = await Promise.all([strands.get("a"), strands.get("a")]);
    expect(one).toBe(two);
    expect(seen.opened).toEqual(["a"]);
  });

  it("are closed in the order in which they were used last, down to as many as are kept", async () => {
    const { seen, strands } = opened(2);
    for (const id of ["a", "b", "c", "a"]) await strands.get(id);
    expect(seen.closed).toEqual([]);
    seen.now = 100;
    await strands.get("d");
    expect(seen.closed).toEqual(["b", "c"]);
    expect(strands.size).toBe(2);
    expect(await strands.get("b")).toMatchObject({ id: "b" });
    expect(seen.opened).toEqual(["a", "b", "c", "d", "b"]);
  });

  it("are never closed while a call may be at work in them", async () => {
    const { seen, strands } = opened(1);
    await strands.get("a");
    seen.now = 99;
    await strands.get("b");
    await strands.get("c");
    expect(seen.closed).toEqual([]);
    seen.now = 150;
    await strands.get("d");
    expect(seen.closed).toEqual(["a"]);
  });

  it("are the first to be closed where nobody asked for them, and not where somebody did meanwhile", async () => {
    const { seen, strands } = opened(2);
    await strands.get("a");
    await strands.warmed("b", async () => void (await strands.get("b")));
    await strands.warmed("c", async ({ id }) => expect(id).toBe("c"));
    await strands.warmed("a", async () => undefined);
    await strands.get("d");
    expect(seen.closed).toEqual(["c"]);
    await strands.get("e");
    expect(seen.closed).toEqual(["c"]);
  });

  it("are tried again after one could not be opened", async () => {
    const { seen, strands } = opened(1);
    seen.failing = true;
    await expect(strands.get("a")).rejects.toThrow("the disk is full");
    seen.failing = false;
    expect(await strands.get("a")).toMatchObject({ id: "a" });
  });

  it("are all closed at the end, whether anybody used them or not", async () => {
    const { seen, strands } = opened(1);
    for (const id of ["a", "b", "c"]) await strands.get(id);
    await strands.close();
    expect(seen.closed.toSorted()).toEqual(["a", "b", "c"]);
  });
});
