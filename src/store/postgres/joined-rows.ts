import { TableRows } from "./rows.ts";

/** Most statements under way at once: whoever comes meanwhile goes along with the next one. */
const underWayMax = 2;
/** Most keys of one statement, unless one asks for more. */
const keysMax = 2_000;

type Values = ReadonlyMap<string, Uint8Array>;

/** The keys that wait to be asked for, and their waiting readers. */
interface Asked {
  readonly keys: readonly string[];
  readonly resolve: (values: Values) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Rows of which the values that are waited for at the same time are asked for with one statement. That is sent after each of its readers asked, so
 * each of them sees whatever was committed before it did. A statement that fails, fails for all of them.
 */
export class JoinedRows extends TableRows {
  #waiting: Asked[] = [];
  #underWay = 0;
  #isDue = false;

  override async values(keys: readonly string[]): Promise<Values> {
    if (keys.length === 0) return new Map();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ keys, resolve, reject });
      this.#due();
    });
  }

  /** One turn of the loop: whoever is about to ask in this turn comes along. */
  #due(): void {
    if (this.#isDue || this.#underWay >= underWayMax || this.#waiting.length === 0) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      void this.#ask(this.#taken());
      this.#due();
    });
  }

  #taken(): readonly Asked[] {
    let [count, keys] = [0, 0];
    for (const one of this.#waiting) {
      keys += one.keys.length;
      if (count > 0 && keys > keysMax) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #ask(taken: readonly Asked[]): Promise<void> {
    this.#underWay += 1;
    try {
      const found = await super.values([...new Set(taken.flatMap(({ keys }) => keys))]);
      const handedOut = new Set<string>();
      for (const { keys, resolve } of taken) resolve(given(found, keys, handedOut));
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
    this.#underWay -= 1;
    this.#due();
  }
}

/** The values of one who asked: bytes of their own, which nobody else was handed. */
const given = (found: Values, keys: readonly string[], handedOut: Set<string>): Values => {
  const own = new Map<string, Uint8Array>();
  for (const key of keys) {
    const value = found.get(key);
    if (value) own.set(key, handedOut.has(key) ? value.slice() : value);
    handedOut.add(key);
  }
  return own;
};
