import { create } from "@bufbuild/protobuf";
import { Serial } from "#kit/serial.ts";
import type { Ruling } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import {
  type ImportRulingsRequest,
  type ImportRulingsResponse,
  ImportRulingsResponseSchema,
  type RulingImportItem,
  RulingImportItemSchema,
} from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { ImportItem_Outcome as Outcome } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import { answeredImport } from "../answered-import.ts";
import { type ImportedFile, wholeFile } from "../import-files.ts";
import { Refusal } from "../port/reading.ts";
import type { RulingSource } from "../port/ruling-source.ts";
import type { CaseIndex } from "./case-index.ts";
import type { CaseStore } from "./case-store.ts";
import { makeRuling } from "./ruling-record.ts";
import type { Rulings } from "./rulings.ts";

interface Parts {
  readonly source: RulingSource;
  readonly store: CaseStore;
  readonly rulings: Rulings;
  readonly index: CaseIndex;
}

/** Takes rulings in, one after the other, each committed on its own. */
export class CaseImporter {
  readonly #parts: Parts;
  readonly #clock: { now(): number };
  readonly #serial = new Serial();

  constructor(parts: Parts, clock: { now(): number }) {
    this.#parts = parts;
    this.#clock = clock;
  }

  /** Runs one ImportRulings call; under a key that was answered before the same files get that answer, others are refused. */
  run(messages: AsyncIterable<ImportRulingsRequest>): Promise<ImportRulingsResponse> {
    const { store, rulings } = this.#parts;
    return answeredImport(messages, {
      prefix: "case-import",
      store,
      answer: ImportRulingsResponseSchema,
      take: async (arriving, isAnswered) => {
        const file = await wholeFile(arriving);
        const line = `${sha256Hex(file.bytes)} ${file.path}\n`;
        return isAnswered ? { line } : { line, item: await this.importFile(file) };
      },
      report: (items) => report(items, rulings.revision),
    });
  }

  /** Whether a file is a ruling, judged by its beginning. */
  reads(head: Uint8Array): boolean {
    return this.#parts.source.readsRuling(head);
  }

  /** Imports one file. Waits for the file before, so that two calls with the same ruling cannot pass each other. */
  importFile(file: ImportedFile): Promise<RulingImportItem> {
    return this.#serial.run(() => this.#take(file));
  }

  /** Does something while no file is imported. */
  between<T>(work: () => Promise<T>): Promise<T> {
    return this.#serial.run(work);
  }

  async #take(file: ImportedFile): Promise<RulingImportItem> {
    try {
      return await this.#import(file);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { reason, message } = error;
      return create(RulingImportItemSchema, { path: file.path, outcome: Outcome.REFUSED, reason, message });
    }
  }

  async #import({ path, bytes, validFrom }: ImportedFile): Promise<RulingImportItem> {
    const { source, store, rulings, index } = this.#parts;
    const reading = await source.readRuling(bytes, { path, validFrom });
    const known = rulings.find(reading.id);
    if (known) return met(path, known, bytes);
    const { ruling, text } = makeRuling(reading, bytes, { path, importedAtMs: this.#clock.now() });
    await store.save(ruling, bytes, text);
    rulings.add(ruling);
    await index.renew((each) => each === ruling);
    const what = ruling.withoutText
      ? "only its record was published, nothing can be quoted"
      : `${ruling.considerationCount} considerations (${ruling.form})`;
    return create(RulingImportItemSchema, {
      path,
      outcome: Outcome.IMPORTED,
      message: `${ruling.ecli}: ${what}${unknownNote(ruling)}${readNote(ruling)}`,
      ruling,
    });
  }
}

const unknownNote = ({ unknownElements }: Ruling): string => {
  const names = unknownElements.map((each) => each.name).join(", ");
  return names ? `; elements not known, kept as text: ${names}` : "";
};

/** What was read where not the publisher's data were: other words may stand there. */
const readNote = ({ readFrom }: Ruling): string => {
  if (readFrom === "") return "";
  const what = readFrom === "pdf" ? "a PDF" : "a page as saved";
  return `; read from ${what}, not from the publisher's data, which \`pincite law fetch\` gets`;
};

const met = (path: string, known: Ruling, bytes: Uint8Array): RulingImportItem => {
  if (known.original?.digest !== sha256Hex(bytes))
    throw new Refusal("OTHER_BYTES", `${known.ecli} is loaded from other bytes (${known.fileName}); quotes rest on it`);
  const message = `${known.ecli} was loaded from the same bytes already`;
  return create(RulingImportItemSchema, { path, outcome: Outcome.DUPLICATE, message, ruling: known });
};

const report = (items: RulingImportItem[], corpusRevision: string): ImportRulingsResponse => {
  const count = (outcome: Outcome) => items.filter((item) => item.outcome === outcome).length;
  return create(ImportRulingsResponseSchema, {
    items,
    importedCount: count(Outcome.IMPORTED),
    duplicateCount: count(Outcome.DUPLICATE),
    refusedCount: count(Outcome.REFUSED),
    corpusRevision,
  });
};
