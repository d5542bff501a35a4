/** A European Case Law Identifier taken apart (Council conclusions 2011/C 127/01). All parts in capitals. */
export interface Ecli {
  /** Two letters of a state, or `EU`, `CE` and the like for courts of organisations. */
  readonly country: string;
  /** One to seven characters, a letter first: `HR`, `CRVB`, `ECHR`. */
  readonly court: string;
  readonly year: string;
  /** One to twenty-five letters, digits and dots. */
  readonly ordinal: string;
}

/** Small letters are forgiven in front; in the ordinal they are typing errors (`l064`), and what was meant nobody knows. */
const whole =
  /^ecli:([a-z]{2}):([a-z][a-z0-9]{0,6}):(\d{4}):((?-i:[A-Z0-9](?:[A-Z0-9.]{0,23}[A-Z0-9])?))(?::(?:DOC|INH))?$/i;

/** Reads one ECLI; `:DOC` and `:INH`, names of parts of a file, are cut. Undefined for anything else. */
export const parseEcli = (text: string): Ecli | undefined => {
  const match = whole.exec(text);
  if (!match) return undefined;
  const [, country = "", court = "", year = "", ordinal = ""] = match.map((part) => part?.toUpperCase() ?? "");
  return { country, court, year, ordinal };
};

/** The canonical spelling. */
export const renderEcli = ({ country, court, year, ordinal }: Ecli): string =>
  `ECLI:${country}:${court}:${year}:${ordinal}`;
