import { guideCase } from "../../simulation/guide/cases.ts";
import { choicesIn, type Layman, lawFiles, laymanWith, looksIn, signIn } from "./layman.ts";

/** A layman whose letter is finalised, with what the import showed of the letter that it answers. */
export interface Finished {
  readonly layman: Layman;
  readonly letter: string;
}

/** A reply to the employer over twenty-two made-up documents, typed by somebody who knows nothing but what the screen says. */
export const finishBonus = async (dataDir?: string): Promise<Finished> => {
  const layman = await laymanWith(await guideCase("bonus"), dataDir);
  const { type } = layman;
  const imported = await type("vault", "import", "./dossier", "--strand", "zaak");
  await type("law", "import", ...lawFiles);
  const letter = /01-brief\.eml.*(vault:[0-9a-f]{12})$/mu.exec(imported)?.[1] ?? "";
  let shown = await type(
    "run",
    "new",
    "--profile",
    "email-reply",
    "--strand",
    "zaak",
    "--on",
    "2026-03-09",
    "--answered",
    letter,
  );
  const go = async (...words: string[]): Promise<void> => {
    shown = await type("run", "go", "latest", ...words);
  };
  await go("ja", signIn(shown), "Stef Brandsma=werkgever", "Anke Kuiper=bedrijfsarts", "Timo Wessels=collega");
  await go(
    "1=onjuist: op 14 oktober 2025 heeft Stef Brandsma mij € 2.400 toegezegd als de migratie op 1 december draait",
    "2=onjuist: op 3 november 2025 heeft Ilse Terpstra mij toegezegd dat ik dinsdag en donderdag thuis mag werken",
    "3=juist",
  );
  // Everything is agreed to that is shown, and what asks for an eye is named once it has been read.
  for (let stage = 2; stage <= 6; stage++) {
    const looks = looksIn(shown);
    // One of the passages shown for the bonus denies it: the promise is chosen.
    const [, promise = "1"] = /^ +(\d) +“Als alles op 1 december draait/mu.exec(shown) ?? [];
    const choices = choicesIn(shown, { "bewijsvraag:2": Number(promise) });
    await go("ja", signIn(shown), ...choices, ...(looks.length > 0 ? ["gezien", ...looks] : []));
  }
  return { layman, letter };
};

/** The slot and the numbers of what a search for an absence found, as the screen says how to answer them. */
const hitsIn = (shown: string): string => /run go latest "(bewijsvraag:\d+=[\d,]+): /u.exec(shown)?.[1] ?? "";

/** A request to the UWV about an employer who does too little, typed in the same way. */
export const finishWijkzorg = async (dataDir?: string): Promise<Finished> => {
  const wijkzorg = await guideCase("wijkzorg");
  const layman = await laymanWith(wijkzorg, dataDir);
  const { type } = layman;
  const imported = await type("vault", "import", "./dossier", "--strand", "zaak");
  await type("law", "import", ...lawFiles);
  const letter = /01-standpunt\.eml.*(vault:[0-9a-f]{12})$/mu.exec(imported)?.[1] ?? "";
  const { profileId, referenceDate } = wijkzorg;
  const made = ["run", "new", "--strand", "zaak", "--on", referenceDate, "--profile", profileId, "--answered", letter];
  let shown = await type(...made);
  const go = async (...words: string[]): Promise<void> => {
    shown = await type("run", "go", "latest", ...words);
  };
  await go(
    "ja",
    signIn(shown),
    "doel=UWV vragen of mijn werkgever genoeg doet aan mijn re-integratie.",
    "Karel Stolk=werkgever",
    "Hans Lammers=bedrijfsarts",
    "Fenna Drost=collega",
    "Joost Ruiter=derde",
  );
  await go(
    "1=onjuist: het toegezegde bureau is nooit geregeld",
    "2=weet-niet",
    "3=onjuist: volgens de bedrijfsarts is lang achtereen zitten niet verantwoord",
    "4=nvt",
  );
  await go("ja", signIn(shown));
  // None of the three passages for the desk promises it: it is sought in other words, and chosen from what comes.
  const words = ["--query", "verstelbaar bureau"];
  const { out } = await layman.aside("run", "candidates", "latest", "bewijsvraag:3", ...words);
  const [, number = ""] = /^ *(\d+) +“Ik zorg dat er uiterlijk 1 augustus/mu.exec(out) ?? [];
  await type("run", "choose", "latest", "bewijsvraag:3", number, ...words);
  await go();
  while (!shown.includes("Uw brief is klaar") && layman.transcript.length < 20) {
    const hits = hitsIn(shown);
    if (hits !== "") await go(`${hits}: dit stuk gaat niet over de levering van mijn bureau`);
    else {
      const looks = looksIn(shown);
      await go("ja", signIn(shown), ...choicesIn(shown), ...(looks.length > 0 ? ["gezien", ...looks] : []));
    }
  }
  return { layman, letter };
};
