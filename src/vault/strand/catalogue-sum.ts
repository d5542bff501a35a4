import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { crc32 } from "node:zlib";
import { RowSum } from "#kit/row-sum.ts";

/**
 * What the rows of a catalogue's tables come to: kept with every change by triggers of this connection, and read from the tables when a file
 * is opened. A row that was changed, lost or put elsewhere by damage shows then, whatever SQLite finds in order.
 */
export class CatalogueSum {
  readonly #db: DatabaseSync;
  readonly #tables: readonly Table[];
  readonly #sum = new RowSum();

  /** Of all tables but `head`, in which it is kept: to be made once there are tables, before anything is put into them. */
  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#tables = db
      .prepare(tableNames)
      .all()
      .map(({ name, columns }) => ({ name: String(name), columns: String(columns) }));
    db.function("row_comes", { varargs: true }, (...row) => {
      this.#sum.add(checkOf(row));
      return null;
    });
    db.function("row_goes", { varargs: true }, (...row) => {
      this.#sum.remove(checkOf(row));
      return null;
    });
    for (const { name, columns } of this.#tables) {
      const of = (which: string): string => columns.replaceAll(/\w+/g, `${which}.$&`);
      const [comes, goes] = [`SELECT row_comes('${name}', ${of("NEW")});`, `SELECT row_goes('${name}', ${of("OLD")});`];
      db.exec(`CREATE TEMP TRIGGER ${name}_comes AFTER INSERT ON main.${name} BEGIN ${comes} END;
        CREATE TEMP TRIGGER ${name}_goes AFTER DELETE ON main.${name} BEGIN ${goes} END;
        CREATE TEMP TRIGGER ${name}_changes AFTER UPDATE ON main.${name} BEGIN ${goes} ${comes} END`);
    }
  }

  /** Takes the rows as they stand in the file, and says whether they come to what was kept with this head. */
  isOf(seq: number, hash: string, kept: string): boolean {
    for (const { name, columns } of this.#tables) this.#db.exec(`SELECT row_comes('${name}', ${columns}) FROM ${name}`);
    return this.of(seq, hash) === kept;
  }

  /** With up to where they were folded, as `head` keeps it. */
  of(seq: number, hash: string): string {
    const sum = RowSum.of(this.#sum.toString());
    sum.add(checkOf([seq, hash]));
    return sum.toString();
  }
}

interface Table {
  readonly name: string;
  /** All of its columns, and the row's number where it has one of its own. */
  readonly columns: string;
}

const tableNames = `
  SELECT t.name, group_concat(c.name, ', ') || iif(t.wr, '', ', rowid') AS columns
  FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
  WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'head' GROUP BY t.name`;

/** The CRC-32 of a row, by its table and all that stands in it. */
const checkOf = (row: readonly SQLInputValue[]): number => {
  let [check, text] = [0, ""];
  for (const value of row) {
    if (value instanceof Uint8Array) check = crc32(value, check);
    else text += `${value}\n`;
  }
  return crc32(text, check);
};
