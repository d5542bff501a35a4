import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { create, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DocRecordSchema, type NotedPath, NotedPathSchema } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { emptyHead, type Head } from "../../../src/store/store.ts";
import { Catalogue } from "../../../src/vault/strand/catalogue.ts";
import { CatalogueSum } from "../../../src/vault/strand/catalogue-sum.ts";
import { newFolder } from "../../support/new-folder.ts";

const uidOf = (name: string): string => sha256Hex(new TextEncoder().encode(name));

const docNamed = (name: string, more: { path?: string; docType?: string; authoredAtIso?: string } = {}) => {
  const summary = { docUid: uidOf(name), docType: "text", path: `${name}.txt`, title: name, ...more };
  const record = create(DocRecordSchema, { detail: { summary } });
  return { record, encoded: toBinary(DocRecordSchema, record) };
};

/** The head after so many events. */
const headAt = (seq: number): Head => (seq === 0 ? emptyHead : { seq, hash: uidOf(`event ${seq}`) });

/** Extends by one event for each change. */
const extend = (catalogue: Catalogue, ...events: (ReturnType<typeof docNamed> | NotedPath)[]): void => {
  for (const event of events) {
    const change = "record" in event ? { records: [event], paths: [] } : { records: [], paths: [event] };
    expect(catalogue.extend(change, catalogue.head, headAt(catalogue.head.seq + 1))).toBe(true);
  }
};

describe("a catalogue", () => {
  let dir: string;
  let file: string;
  let open: Catalogue[];
  beforeEach(() => {
    dir = newFolder("catalogue");
    [file, open] = [join(dir, "x.catalogue"), []];
  });
  afterEach(() => {
    vi.restoreAllMocks();
    for (const catalogue of open) catalogue.close();
  });
  const opened = (at = file): Catalogue => {
    const catalogue = new Catalogue(at);
    open.push(catalogue);
    return catalogue;
  };
  const close = (catalogue: Catalogue): void => {
    open = open.filter((one) => one !== catalogue);
    catalogue.close();
  };
  /** Changes the file as nothing of ours would. */
  const tamper = (sql: string): void => {
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
  };

  it("has when it is opened again what it had when it was closed", () => {
    const first = opened();
    extend(first, docNamed("a"), docNamed("b", { path: "a.txt" }));
    close(first);
    const again = opened();
    expect(again.head).toEqual(headAt(2));
    expect(again.record(uidOf("b"))).toEqual(docNamed("b", { path: "a.txt" }).record);
    expect(again.isSuperseded(uidOf("a"))).toBe(true);
    extend(again, docNamed("c"));
    expect(again.count).toBe(3);
  });

  it("takes nothing that does not follow what it has", () => {
    const catalogue = opened();
    extend(catalogue, docNamed("a"));
    const change = { records: [docNamed("b")], paths: [] };
    expect(catalogue.extend(change, emptyHead, headAt(2))).toBe(false);
    expect(catalogue.has(uidOf("b"))).toBe(false);
  });

  it("falls back to what is on disk when a change fails, says so, and goes on from there", () => {
    const first = opened();
    extend(first, docNamed("a"));
    close(first);
    const catalogue = opened();
    extend(catalogue, docNamed("b"));
    const broken = { record: docNamed("c").record, encoded: undefined as never };
    expect(() => catalogue.extend({ records: [broken], paths: [] }, headAt(2), headAt(3))).toThrow();
    expect([catalogue.isBehind, catalogue.head]).toEqual([true, headAt(1)]);
    expect([uidOf("a"), uidOf("b"), uidOf("c")].map((docUid) => catalogue.has(docUid))).toEqual([true, false, false]);
    extend(catalogue, docNamed("b"), docNamed("c"));
    catalogue.complete();
    expect([catalogue.isBehind, catalogue.count]).toEqual([false, 3]);
  });

  it("starts anew where a row is not what it was when the file was closed", () => {
    const first = opened();
    extend(first, docNamed("a"), docNamed("b"));
    close(first);
    tamper("UPDATE doc SET places = 0 WHERE number = 1");
    const again = opened();
    expect([again.isBehind, again.count, again.head]).toEqual([false, 0, emptyHead]);
  });

  /** Damage that comes while the file is open, which its opening cannot see. */
  const tamperOpened = (sql: string): void => {
    tamper(sql);
    vi.spyOn(CatalogueSum.prototype, "isOf").mockReturnValue(true);
  };

  it("serves no record that is not what was written, and is empty and behind from then on", () => {
    const first = opened();
    extend(first, docNamed("a"), docNamed("b"));
    close(first);
    tamperOpened("UPDATE record SET bytes = (SELECT bytes FROM record WHERE number = 2) || x'00' WHERE number = 1");
    const again = opened();
    expect(again.record(uidOf("b"))).toBeDefined();
    expect(() => again.record(uidOf("a"))).toThrow(/made again from the journal/);
    expect([again.isBehind, again.count, again.head]).toEqual([true, 0, emptyHead]);
  });

  const mails = ["a", "b"].map((name) => {
    const made = docNamed(name, { docType: "email" });
    if (made.record.detail) made.record.detail.messageId = `${name}@example.org`;
    return made;
  });
  for (const [what, sql] of [
    ["a thread that is gone", "DELETE FROM thread"],
    ["a thread that leads to itself by way of another", "UPDATE thread SET parent = 3 - id"],
    ["a document without its record", "DELETE FROM record WHERE number = 1"],
    ["a record of a document to come", "INSERT INTO record VALUES (4, x'00')"],
  ] as const) {
    it(`starts anew, and ends in no loop, when a file has ${what}`, () => {
      const first = opened();
      extend(first, ...mails, docNamed("c"));
      close(first);
      tamperOpened(sql);
      const again = opened();
      const third = docNamed("d", { docType: "email" });
      third.record.references = ["a@example.org", "b@example.org"];
      expect(() => {
        again.extend({ records: [third], paths: [] }, again.head, headAt(4));
        again.summary(uidOf("a"));
        again.record(uidOf("a"));
      }).toThrow();
      expect([again.isBehind, again.head]).toEqual([true, emptyHead]);
      extend(again, ...mails, third);
      expect(again.threadMembers(uidOf("a"))).toHaveLength(3);
    });
  }

  it("throws away a file of another format, and one that is none", () => {
    const first = opened();
    extend(first, docNamed("a"));
    close(first);
    tamper("PRAGMA user_version = 99");
    const second = opened();
    expect([second.count, second.head]).toEqual([0, emptyHead]);
    close(second);
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
    writeFileSync(file, "no database at all, but long enough to be taken for the head of one".repeat(100));
    expect(opened().count).toBe(0);
  });

  it("leaves a file to whoever has it open, and has a private one", () => {
    const one = opened();
    extend(one, docNamed("a"));
    const other = opened();
    expect(other.head).toEqual(emptyHead);
    extend(other, docNamed("b"));
    other.clear();
    expect(other.count).toBe(0);
    expect([one.count, existsSync(file)]).toEqual([1, true]);
  });

  it("knows no document by an id that is none", () => {
    const catalogue = opened(":memory:");
    extend(catalogue, docNamed("a"));
    for (const id of ["", "a", "../..", uidOf("a").toUpperCase(), `${uidOf("a")}00`, "thread:", "'; DROP TABLE doc"])
      expect([catalogue.has(id), catalogue.record(id), catalogue.summary(id)]).toEqual([false, undefined, undefined]);
  });

  it("lists newest first, then by id, undated ones last, whatever is filtered and wherever a page begins", () => {
    const anyDoc = fc.record({
      path: fc.constantFrom("p1", "p2", "p3", "p4"),
      docType: fc.constantFrom("text", "email", "event"),
      authoredAtIso: fc.constantFrom("", "2024-01-01T00:00:00.000Z", "2024-02-01T00:00:00.000Z"),
    });
    const anyFilter = fc.record({
      docTypes: fc.subarray(["text", "email", "event"]),
      includeSuperseded: fc.boolean(),
      offset: fc.nat(4),
      limit: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(anyDoc, { maxLength: 10 }), anyFilter, (docs, filter) => {
        const catalogue = new Catalogue(":memory:");
        extend(catalogue, ...docs.map((doc, i) => docNamed(String(i), doc)));
        const newest = new Map(docs.map(({ path }, i) => [path, i]));
        const expected = docs
          .map((doc, i) => ({ ...doc, docUid: uidOf(String(i)), isGone: newest.get(doc.path) !== i }))
          .filter(({ docType }) => filter.docTypes.length === 0 || filter.docTypes.includes(docType))
          .filter(({ isGone }) => filter.includeSuperseded || !isGone)
          .sort((a, b) => {
            if (a.authoredAtIso !== b.authoredAtIso) return a.authoredAtIso > b.authoredAtIso ? -1 : 1;
            return a.docUid < b.docUid ? -1 : 1;
          })
          .slice(filter.offset, filter.offset + filter.limit);
        expect(catalogue.docUids(filter)).toEqual(expected.map(({ docUid }) => docUid));
        catalogue.close();
      }),
      { numRuns: 200 },
    );
  });

  it("brings back a document that is met again at a path of its own", () => {
    const catalogue = opened(":memory:");
    extend(catalogue, docNamed("a", { path: "p" }), docNamed("b", { path: "p" }));
    expect(catalogue.summary(uidOf("a"))?.supersededByDocUid).toBe(uidOf("b"));
    extend(catalogue, create(NotedPathSchema, { path: "q", docUid: uidOf("a") }));
    expect([catalogue.isSuperseded(uidOf("a")), catalogue.atPath("q")]).toEqual([false, uidOf("a")]);
    expect([catalogue.wasAt("p", uidOf("a")), catalogue.wasAt("q", uidOf("b"))]).toEqual([true, false]);
  });
});
