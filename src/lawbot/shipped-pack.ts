import { readFile, stat } from "node:fs/promises";
import { Serial } from "#kit/serial.ts";
import type { ImportResponse } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { LawPackFile_Kind as Kind } from "../../gen/pincite/lawbot/v1/law_pack_pb.ts";
import type { ShippedPack as PackOffered } from "../../gen/pincite/lawbot/v1/law_pack_service_pb.ts";
import { DomainError } from "../error.ts";
import { type LawPack, readPack } from "../law-pack.ts";
import { worded } from "../messages/said.ts";
import { sha256Hex } from "../sha256.ts";
import { runImport } from "./import-call.ts";
import type { ImportPiece } from "./import-files.ts";
import type { LawBot } from "./lawbot.ts";

/** The file of a pack that comes with the program, and what the program knows of it without reading it. */
export interface PackFileShipped {
  readonly name: string;
  readonly at: URL;
  /** 64 hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** What a pack holds, without the bytes of its files. */
type Listed = readonly Omit<LawPack["files"][number], "bytes">[];

/** The pack that comes with the program: told of, and loaded where somebody asks for it. */
export class ShippedPack {
  readonly #file: PackFileShipped;
  readonly #lawbot: Pick<LawBot, "importer" | "store" | "versions">;
  /** One call has the files of the pack in memory at a time. */
  readonly #serial = new Serial();
  #listed: Listed | undefined;

  constructor(file: PackFileShipped, lawbot: Pick<LawBot, "importer" | "store" | "versions">) {
    this.#file = file;
    this.#lawbot = lawbot;
  }

  /** Its contents, and how much of them is loaded. Errors: DATA_LOSS. */
  async offered(): Promise<Omit<PackOffered, "$typeName" | "$unknown">> {
    this.#listed ??= await this.#serial.run(async () => listOf(await this.#read()));
    const texts = this.#listed.filter(({ kind }) => kind === Kind.TEXT);
    const loaded = this.#lawbot.versions.all();
    const { name, sha256, sizeBytes } = this.#file;
    return {
      name,
      sha256,
      sizeBytes,
      textCount: texts.length,
      loadedTextCount: texts.filter((text) =>
        loaded.some(
          ({ lawId, validFrom, original }) =>
            lawId === text.lawId && validFrom === text.validFrom && original?.digest === text.sha256,
        ),
      ).length,
      ...usualOf(texts),
      lawIds: [...new Set(texts.map(({ lawId }) => lawId))].toSorted(),
    };
  }

  /** Loads all of it, or nothing. Errors: REQUEST_INVALID for another digest than its own, DATA_LOSS, those of an import. */
  add(idempotencyKey: string, sha256: string): Promise<ImportResponse> {
    if (sha256 !== this.#file.sha256)
      throw new DomainError("REQUEST_INVALID", worded("law-shipped.is-another", { found: this.#file.sha256 }));
    return this.#serial.run(async () => {
      const { files } = await this.#read();
      const tried = await runImport(messagesOf(files, { idempotencyKey, dryRun: true }), this.#lawbot);
      return tried.refusedCount > 0
        ? tried
        : runImport(messagesOf(files, { idempotencyKey, dryRun: false }), this.#lawbot);
    });
  }

  /** The pack, if its file is the one that the program was made with: a file of another size is not read. */
  async #read(): Promise<LawPack> {
    const { at, name, sha256, sizeBytes } = this.#file;
    const found = await stat(at).catch(() => undefined);
    const bytes = found?.isFile() && found.size === sizeBytes ? new Uint8Array(await readFile(at)) : undefined;
    if (bytes === undefined || sha256Hex(bytes) !== sha256)
      throw new DomainError("DATA_LOSS", worded("law-shipped.is-damaged", { name }));
    return readPack(bytes, name);
  }
}

const listOf = ({ files }: LawPack): Listed => files.map(({ bytes: _, ...file }) => file);

/** The day that most texts have, the newest of those that as many have. */
const usualOf = (texts: Listed): Pick<PackOffered, "usualValidFrom" | "usualCount"> => {
  const days = Map.groupBy(texts, ({ validFrom }) => validFrom);
  const [day = "", of = []] =
    [...days].toSorted(([a, one], [b, other]) =>
      one.length === other.length ? (a < b ? 1 : -1) : other.length - one.length,
    )[0] ?? [];
  return { usualValidFrom: day, usualCount: of.length };
};

/** The messages of an import of these files; within one process a message may be larger than on the wire. */
async function* messagesOf(
  files: LawPack["files"],
  start: { readonly idempotencyKey: string; readonly dryRun: boolean },
): AsyncGenerator<ImportPiece> {
  yield { part: { case: "start", value: { $typeName: "pincite.lawbot.v1.ImportStart", ...start } } };
  for (const { name, validFrom, bytes } of files) {
    yield { part: { case: "file", value: { $typeName: "pincite.lawbot.v1.ImportFile", path: name, validFrom } } };
    yield { part: { case: "chunk", value: bytes } };
  }
}
