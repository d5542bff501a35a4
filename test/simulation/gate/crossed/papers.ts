import type { Case, Doing, Saying } from "./shape.ts";

/** Somebody as a sentence calls them. */
export interface Called {
  readonly call: string;
  readonly object: string;
  readonly isAuthor: boolean;
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Papers named by their day and by whom they are from. */
export const papers = ({ dossier }: Case, by: Called, day: string, said: Saying): string[] => {
  if (dossier.locale === "nl") {
    const from = by.isAuthor ? "mijn e-mail" : `de e-mail van ${by.object}`;
    return [
      `De e-mail van ${day} vermeldt ${said.that}.`,
      `In het bericht d.d. ${day} staat ${said.that}.`,
      `Uit ${from} van ${day} blijkt ${said.that}.`,
      `Het schrijven van ${day} luidt: “${said.words}”.`,
    ];
  }
  const from = by.isAuthor ? "my email" : `the email from ${by.object}`;
  return [
    `The email of ${day} states ${said.that}.`,
    `The message dated ${day} says ${said.that}.`,
    `It follows from ${from} of ${day} ${said.that}.`,
    `The email of ${day} reads: “${said.words}”.`,
    `${capital(by.isAuthor ? "my" : `${by.object}'s`)} email of ${day} confirms ${said.that}.`,
  ];
};

/** Papers named by whom they are from. */
export const papersOf = ({ dossier }: Case, by: Called, { that }: Saying): string[] => {
  if (by.isAuthor) return dossier.locale === "nl" ? [`In mijn bericht staat ${that}.`] : [`My message says ${that}.`];
  return dossier.locale === "nl"
    ? [`In het bericht van ${by.object} staat ${that}.`, `De mededeling van ${by.object} ${that} is duidelijk.`]
    : [`The message from ${by.object} says ${that}.`, `${capital(by.object)}'s statement ${that} is clear.`];
};

/** What was done, told in the clause of saying it. */
export const toldDone = (one: Case, teller: Called, by: Called, day: string, did: Doing): string[] => {
  const { object, participle, past } = did;
  return one.dossier.locale === "nl"
    ? [`${capital(teller.call)} schreef dat ${object} op ${day} door ${by.object} is ${participle}.`]
    : [`${capital(teller.call)} wrote that ${by.call} ${past} ${object} on ${day}.`];
};

export const monthOf = (day: string): string => day.replace(/^\d+\s+/u, "");

/** Who said what in which month. */
export const inMonth = ({ dossier }: Case, by: Called, day: string, { that }: Saying): string[] =>
  dossier.locale === "nl"
    ? [
        `In ${monthOf(day)} schreef ${by.call} ${that}.`,
        `${capital(by.call)} ${by.isAuthor ? "heb" : "heeft"} in ${monthOf(day)} gemeld ${that}.`,
      ]
    : [`In ${monthOf(day)} ${by.call} wrote ${that}.`, `${capital(by.call)} stated in ${monthOf(day)} ${that}.`];
