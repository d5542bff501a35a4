import type { CaseLaw } from "../case-law.ts";
import type { RulingsPort } from "../port/rulings-port.ts";

/** Case law as a fetch sees it. */
export const rulingsOf = ({ rulings, importer }: Pick<CaseLaw, "rulings" | "importer">): RulingsPort => ({
  isLoaded: (ecli) => rulings.find(ecli) !== undefined,
  take: (path, bytes) => importer.importFile({ path, validFrom: "", bytes }),
});
