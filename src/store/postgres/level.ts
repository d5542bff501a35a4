import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { StoreLevelRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { DomainError } from "../../error.ts";
import type { MessageWith } from "../../messages/said.ts";
import { seal, unseal } from "../level/seal.ts";
import type { Database } from "./database.ts";
import { bytesOf, putParameters, TableRows } from "./rows.ts";
import { type Statements, statementsOf } from "./statements.ts";
import { repeated } from "./trouble.ts";
import { Wrapping } from "./wrapping.ts";

/**
 * The level of what this program knows to write. It goes up with each kind of event or row that a program of before would misread; what is new
 * may only be written once the store is at its level, which a person says when no older program is left.
 */
export const knownLevel = 1;

/** At which level a store is, and which one a program must know to read it and to write to it. */
export interface StoreLevel {
  readonly level: number;
  readonly minReader: number;
  readonly minWriter: number;
}

/** The key of the row in which it stands; no owner's keys begin so. */
export const levelKey = "!level";

/** The level of a store that has none recorded yet. */
const firstLevel: StoreLevel = { level: 1, minReader: 1, minWriter: 1 };

/** Decodes the stored level. Errors: DATA_LOSS. */
export const decodeLevel = (value: Uint8Array | null | undefined): StoreLevel =>
  value ? fromBinary(StoreLevelRecordSchema, unseal(levelKey, value)) : firstLevel;

const encodeLevel = (level: StoreLevel): Uint8Array =>
  seal(levelKey, toBinary(StoreLevelRecordSchema, create(StoreLevelRecordSchema, level)));

/** Refuses a program that would misread what is there. Errors: UNSUPPORTED. */
export const requireReader = ({ minReader }: StoreLevel, known: number): void => {
  if (minReader > known) throw tooOld("record-error.database-level-read", minReader, known);
};

/** Refuses a program that would write what others misread, or over what it misreads. Errors: UNSUPPORTED. */
export const requireWriter = ({ minWriter }: StoreLevel, known: number): void => {
  if (minWriter > known) throw tooOld("record-error.database-level-written", minWriter, known);
};

const tooOld = (id: MessageWith<"needed" | "known">, needed: number, known: number): DomainError =>
  new DomainError("UNSUPPORTED", { id, facts: { needed, known } }, { level: String(needed), known: String(known) });

/** The level of the store in a schema; undefined: there is none. */
export const readLevel = async (database: Database, schema: string): Promise<StoreLevel | undefined> => {
  try {
    const rows = new TableRows(database.query, statementsOf(schema), new Wrapping());
    return decodeLevel((await rows.values([levelKey])).get(levelKey));
  } catch (error) {
    // undefined_table
    if ((error as { code?: unknown }).code === "42P01") return undefined;
    throw error;
  }
};

/**
 * Raises the store in a schema to a level, never lowers it; what stands there then. Every owner's version is moved with it, so that whatever an older
 * program had planned before is planned again, and then refused. Errors: UNSUPPORTED where this program is too old for what is there.
 */
export const raiseLevel = (
  database: Database,
  schema: string,
  to: StoreLevel,
  known = knownLevel,
): Promise<StoreLevel> => {
  const statements = statementsOf(schema);
  return repeated(() =>
    database.transaction(async (query) => {
      const rows = new TableRows(query, statements, new Wrapping());
      const now = decodeLevel((await rows.values([levelKey])).get(levelKey));
      requireWriter(now, known);
      const raised = {
        level: Math.max(now.level, to.level),
        minReader: Math.max(now.minReader, to.minReader),
        minWriter: Math.max(now.minWriter, to.minWriter),
      };
      await query(statements.put, putParameters([[levelKey, encodeLevel(raised)]]));
      for (const owner of await rows.owners()) await movedOn(query, statements, owner);
      return raised;
    }),
  );
};

/** In order of name, so that no two of these wait for each other. */
const movedOn = (query: Database["query"], statements: Statements, owner: string) =>
  query(statements.passBy, [bytesOf(owner)]);
