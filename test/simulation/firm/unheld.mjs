// Loaded into a server of the campaign's controls before anything else (NODE_OPTIONS=--import): takes one promise out of the store's source as it
// is read, so that the campaign's judge can be seen to see what that promise prevents. PINCITE_UNHELD says which.
import { registerHooks } from "node:module";

const promises = {
  /** Whoever holds the lease now, any fence is taken. */
  fences: ["/src/store/lease-table.ts", "if (lease?.fence === fence.value) return;", "if (fence) return;"],
  /** A write that was under way when the connection went is said to be done, and nobody asks the database. */
  outcomes: [
    "/src/store/postgres/owner-commits.ts",
    "if (await this.#landed(error)) return this.#told(planned);",
    "return this.#told(planned);",
  ],
  /** Whatever another has written meanwhile, what was planned on an earlier version is written. */
  heads: ["/src/store/postgres/statements.ts", " AND version = $2", " AND $2::bigint IS NOT NULL"],
};

const [file, held, unheld] = promises[process.env.PINCITE_UNHELD];
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(file)) return loaded;
    const source = String(loaded.source);
    if (!source.includes(held)) throw new Error(`${file} does not say ${held} any more`);
    return { ...loaded, source: source.replace(held, unheld) };
  },
});
