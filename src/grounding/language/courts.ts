/**
 * The courts of the Netherlands by their code in an ECLI (Raad voor de rechtspraak, list of bodies). Codes of courts that were
 * merged in 2013 are left out: their rulings keep the name they were given under, which nobody would take from the code.
 */
const names: Readonly<Record<string, string>> = {
  HR: "Hoge Raad",
  PHR: "Parket bij de Hoge Raad",
  RVS: "Raad van State",
  CRVB: "Centrale Raad van Beroep",
  CBB: "College van Beroep voor het bedrijfsleven",
  GHAMS: "Gerechtshof Amsterdam",
  GHDHA: "Gerechtshof Den Haag",
  GHARL: "Gerechtshof Arnhem-Leeuwarden",
  GHSHE: "Gerechtshof 's-Hertogenbosch",
  RBAMS: "Rechtbank Amsterdam",
  RBDHA: "Rechtbank Den Haag",
  RBGEL: "Rechtbank Gelderland",
  RBLIM: "Rechtbank Limburg",
  RBMNE: "Rechtbank Midden-Nederland",
  RBNHO: "Rechtbank Noord-Holland",
  RBNNE: "Rechtbank Noord-Nederland",
  RBOBR: "Rechtbank Oost-Brabant",
  RBOVE: "Rechtbank Overijssel",
  RBROT: "Rechtbank Rotterdam",
  RBZWB: "Rechtbank Zeeland-West-Brabant",
};

/** The court that gave a ruling, by its ECLI; empty where the code is no Dutch court's. */
export const courtOf = (evidenceId: string): string =>
  names[/ECLI:NL:([A-Z]+):/u.exec(evidenceId.toUpperCase())?.[1] ?? ""] ?? "";
