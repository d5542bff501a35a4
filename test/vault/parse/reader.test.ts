import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { usualLimits } from "../../../src/confined/reading-limits.ts";
import type { ReadFile } from "../../../src/vault/import/read-file.ts";
import { createReader, type Reader } from "../../../src/vault/parse/reader.ts";
import { ReadingJob } from "../../../src/vault/parse/reading-job.ts";
import { makeZip } from "../support/zip-maker.ts";
import { file, importAll, mail, openTestVault, readHere, told, utf8 } from "../vault-fixture.ts";

const iso = "2026-01-02T00:00:00.000Z";
/** So little time that any file is too slow, and so much that none is. */
const noTime = { ...usualLimits, msMin: 1, msPerMiB: 0 };

const opened: Reader[] = [];
const reader = (limits = usualLimits): Reader => {
  const made = createReader(limits);
  opened.push(made);
  return made;
};
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const unitsOf = async (one: Reader, path: string, bytes: Uint8Array): Promise<ReadFile[]> => {
  const units: ReadFile[] = [];
  for await (const unit of one.read({ path, mediaType: "", bytes }, iso).units) units.push(unit);
  return units;
};

const letter = mail({ From: "ank@example.org", Subject: "Loon" }, "U krijgt niets.");
/** Half a minute of work for a parser that walks it: quote marks so deep that every line is cut anew. */
const slow = utf8(`From: a@b.c\n\n${"x\u0301 wrote:\n> ".repeat(2_000_000)}`);
/** More objects than the thread's heap holds. */
const hungry = utf8(`<p>${"a<br>".repeat(3_000_000)}`);

/** More messages than answers may wait. */
const longBox = utf8(
  Array.from(
    { length: 300 },
    (_, i) => `From x Mon Jan  1 00:00:00 2024\nFrom: a@b.c\nSubject: ${i}\n\nx${i}\n\n`,
  ).join(""),
);

describe("the reader", () => {
  it("reads a file as it is read in place, with the bytes it was given", async () => {
    const [unit] = await unitsOf(reader(), "a.eml", letter);
    const [here] = await readHere(file("a.eml", letter));
    expect(unit).toEqual({ ...here, made: { ...here?.made, original: letter, canonical: unit?.made?.canonical } });
    expect(Buffer.from(unit?.made?.canonical ?? [])).toEqual(Buffer.from(here?.made?.canonical ?? []));
  });

  // By the clock alone, what took 1.3 s of the processor ended after 4 where others were at work, and honest files with it.
  it("refuses what takes the processor too long, however much time there is by the clock", async () => {
    const busy = reader({ ...usualLimits, processorMsMin: 300, msMin: 600_000, msPerMiB: 0, growthMiB: 4_000 });
    const [first, second] = [unitsOf(busy, "traag.eml", slow), unitsOf(busy, "b.eml", letter)];
    expect((await first)[0]?.refusal).toMatch(/took longer than .*; save its words/);
    expect((await second)[0]?.made?.text).toContain("U krijgt niets.");
  });

  // At load 18 a mail that is read in milliseconds was refused: its thread was given nothing of the processor.
  it("tries a file once more at which its thread stood still, and no more often", () => {
    const job = new ReadingJob(1, { path: "box.mbox", mediaType: "", bytes: letter }, iso);
    expect([job.triesAgain(), job.triesAgain()]).toEqual([true, false]);
    job.give({ path: "box.mbox!/1.eml", refusal: "" } as ReadFile);
    expect([job.triesAgain(), job.triesAgain()]).toEqual([true, false]);
    job.finish();
    expect(job.triesAgain()).toBe(false);
  });

  it("refuses a file at which its thread stands still twice", async () => {
    const [unit] = await unitsOf(reader({ ...noTime, processorMsMin: 600_000, growthMiB: 4_000 }), "traag.eml", slow);
    expect(unit?.refusal).toMatch(/took longer than 1 seconds; save its words/);
  });

  it("refuses what takes too much memory and reads the next file in a new thread", async () => {
    const small = reader({ ...usualLimits, heapMiB: 40, msMin: 60_000, processorMsMin: 60_000 });
    const [first, second] = [unitsOf(small, "vol.html", hungry), unitsOf(small, "b.eml", letter)];
    expect((await first)[0]?.refusal).toMatch(/more memory than a document may/);
    expect((await second)[0]?.made?.text).toContain("U krijgt niets.");
  });

  it("refuses only the file of an archive that it failed on", async () => {
    const archive = makeZip([
      { name: "a.eml", bytes: letter },
      { name: "vol.html", bytes: hungry, stored: true },
      { name: "b.txt", bytes: utf8("tekst") },
    ]);
    const small = reader({ ...usualLimits, heapMiB: 40, msMin: 60_000, processorMsMin: 60_000 });
    const units = await unitsOf(small, "x.zip", archive);
    expect(units.map(({ path, refusal, made, opened }) => [path, refusal !== "", made !== undefined, opened])).toEqual([
      ["x.zip!/a.eml", false, true, false],
      ["x.zip!/vol.html", true, false, false],
      ["x.zip!/b.txt", false, true, false],
      ["x.zip", false, false, true],
    ]);
  });

  it("gives up an archive of which five files ended its thread", async () => {
    const job = new ReadingJob(1, file("x.zip", letter), iso);
    for (let place = 0; place < 5; place++) {
      job.begin(place, `x.zip!/${place}`);
      job.lose("too slow");
    }
    expect(job.isDone).toBe(true);
    const units: ReadFile[] = [];
    for await (const unit of job.units(() => undefined)) units.push(unit);
    expect(units.map(({ path, opened }) => [path, opened])).toEqual([
      ...[0, 1, 2, 3, 4].map((place) => [`x.zip!/${place}`, false]),
      ["x.zip", true],
    ]);
    expect(units.at(-1)?.refusal).toMatch(/the rest was not tried/);
  });

  it("ends a reading nobody waits for and goes on with the others", async () => {
    const one = reader({ ...usualLimits, msMin: 60_000 });
    const left = one.read({ path: "traag.eml", mediaType: "", bytes: slow }, iso);
    const next = unitsOf(one, "b.eml", letter);
    left.cancel();
    expect((await next)[0]?.made?.text).toContain("U krijgt niets.");
    for await (const unit of left.units) expect(unit).toBe("nothing, since it was cancelled");
  });

  // The thread read it all the same, and waited for ever for its answers to be taken; the files behind it were refused as slow.
  it("goes on behind a mailbox that nobody waits for any more before its turn has come", async () => {
    const one = reader({ ...usualLimits, msMin: 600_000 });
    const first = unitsOf(one, "a.eml", letter);
    const left = one.read({ path: "x.mbox", mediaType: "", bytes: longBox }, iso);
    const next = unitsOf(one, "b.eml", letter);
    left.cancel();
    expect((await first)[0]?.made?.text).toContain("U krijgt niets.");
    expect((await next)[0]?.made?.text).toContain("U krijgt niets.");
    for await (const unit of left.units) expect(unit).toBe("nothing, since it was cancelled");
    const units = await unitsOf(one, "y.mbox", longBox);
    expect(units).toHaveLength(301);
  });

  it("refuses what was in the making when it is closed", async () => {
    const one = reader(noTime);
    const units = unitsOf(one, "a.eml", slow);
    await one.close();
    expect((await units)[0]?.refusal).not.toBe("");
  });

  it("holds a mailbox of many messages back until they are taken", async () => {
    const units = await unitsOf(reader(), "x.mbox", longBox);
    expect(units).toHaveLength(301);
    expect(new Set(units.map((unit) => unit.path)).size).toBe(301);
  });

  it("connects to nothing, whatever a document names", async () => {
    let connections = 0;
    const server = createServer(() => connections++);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/x`;
    const page = `<html><head><link rel=stylesheet href="${url}"><script src="${url}"></script></head><body background="${url}"><img src="${url}"><iframe src="${url}"></iframe><p>woorden</p></body></html>`;
    const event = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:x\nATTACH:${url}\nURL:${url}\nEND:VEVENT\nEND:VCALENDAR\n`;
    const one = reader();
    expect((await unitsOf(one, "p.html", utf8(page)))[0]?.made?.text).toBe("woorden");
    expect((await unitsOf(one, "p.ics", utf8(event)))[0]?.made?.text).toContain("Summary: x");
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(connections).toBe(0);
  });
});

describe("a Vault that reads something slow", () => {
  it("answers searches meanwhile", async () => {
    const { vault, search } = await openTestVault({ readingLimits: { ...usualLimits, msMin: 3_000 } });
    await importAll(vault, [file("a.txt", "toezegging over loon")]);
    let isRead = false;
    const importing = importAll(vault, [file("traag.eml", slow)]).then((rows) => {
      isRead = true;
      return rows;
    });
    let answers = 0;
    while (!isRead && answers < 50) {
      const { result } = await search.search({ query: "toezegging" });
      expect(result?.candidates).toHaveLength(1);
      if (!isRead) answers++;
    }
    expect(answers).toBe(50);
    expect((await importing).map(told)).toEqual(["REFUSED traag.eml"]);
    await vault.close();
  });
});
