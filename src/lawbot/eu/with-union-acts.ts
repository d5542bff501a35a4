import { isCelex } from "../../citation/eu-acts.ts";
import type { Jurisdiction } from "../port/jurisdiction.ts";
import { headOf } from "../port/reading.ts";
import { euFormOf, readEu } from "./read-eu.ts";

/**
 * A legal system of a Member State with the acts of the Union in it, which its texts cite in one breath with its own and by the same
 * customs. Files of such acts are told by what is in them.
 */
export const withUnionActs = (own: Jurisdiction): Jurisdiction => ({
  ...own,
  owns: (lawId) => isCelex(lawId) || own.owns(lawId),
  reads: (bytes) => euFormOf(bytes) !== undefined || own.reads?.(bytes) === true,
  readSource: (source, claim) => {
    const form = euFormOf(headOf(source));
    return form ? readEu(form, source, claim) : own.readSource(source, claim);
  },
  // A page of the Official Journal is HTML as a ruling's page is.
  rulings: {
    ...own.rulings,
    readsRuling: (head) => euFormOf(head) === undefined && own.rulings.readsRuling(head),
  },
  publicPage: (lawId, versionDate, path) =>
    isCelex(lawId)
      ? `https://eur-lex.europa.eu/legal-content/NL/TXT/?uri=CELEX:${lawId}`
      : own.publicPage(lawId, versionDate, path),
});
