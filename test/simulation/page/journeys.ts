import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Keys, keysOn, mouse } from "../../page/support/hand.ts";
import { type Answers, type Journey, journeyOn } from "../../page/support/journey.ts";
import { mailboxOf } from "../../page/support/mailbox.ts";
import { guideCase } from "../guide/cases.ts";
import type { Case } from "../guide/dossier.ts";

const [bonus, wijkzorg] = [await guideCase("bonus"), await guideCase("wijkzorg")];

/** Where a journey takes place. */
export interface Place {
  readonly page: Page;
  /** A folder of its own for files. */
  readonly folder: string;
  readonly root: string;
}

/** A whole memo on the page, from an empty Vault to a letter that is final. */
export interface PageJourney {
  readonly name: string;
  readonly width: number;
  /** Walks to the end; gives the journey, and lines about what was to be shown beside it. False in `held`: something did not hold. */
  walk(place: Place, onScreen: () => Promise<void>): Promise<Walked>;
  /** What the browser may say on the console, since the journey has it happen. */
  readonly expected?: RegExp;
}

export interface Walked {
  readonly journey: Journey;
  readonly lines: readonly string[];
  readonly held: boolean;
}

const dossierOf = (root: string): string[] =>
  readdirSync(join(root, "demo/dossier")).map((name) => join(root, "demo/dossier", name));

/** A made-up case as files in a folder. */
const written = (folder: string, { documents }: Case): string[] =>
  documents.map((document) => {
    const path = join(folder, document.file);
    writeFileSync(path, document.bytes);
    return path;
  });

const plain = { lines: [], held: true } as const;

const inDutch: Answers = [
  [
    /nooit een schriftelijke toezegging/u,
    "onjuist",
    "op 17 maart 2025 heeft Bram Verzonnen schriftelijk bevestigd dat de vaste thuiswerkdag op vrijdag blijft gelden",
  ],
];

const keyboard: PageJourney = {
  name: "keyboard alone",
  width: 1440,
  async walk({ page, root }, onScreen) {
    const keys: Keys = keysOn(page);
    const journey = journeyOn(page, onScreen, keys);
    await journey.begin();
    await journey.drop(dossierOf(root));
    await journey.chooseLetter(/vervallen thuiswerkdag/u);
    await journey.say({ "Iris Denkbeeld": "werkgever", "Bram Verzonnen": "namens de werkgever" });
    await journey.answer(inDutch);
    await journey.walk();
    const unseen = [...keys.unseen];
    const lines = [
      `${keys.presses()} keys pressed, letters aside; focus not to be seen at ${unseen.length} places`,
      ...unseen,
    ];
    return { journey, lines, held: unseen.length === 0 };
  },
};

const mailboxBytes = 40 * 1_048_576;
/** Pieces of 1 MiB after which the connection is cut, and how often it is cut there. */
const cutAfter = 20;
const cuts = 3;

const mailbox: PageJourney = {
  name: "a mailbox of 40 MB, cut off in the middle",
  width: 1440,
  expected: /^Failed to load resource: net::ERR_CONNECTION_RESET$/u,
  async walk({ page, root, folder }, onScreen) {
    const path = join(folder, "postvak.mbox");
    const mails = dossierOf(root).filter((name) => name.endsWith(".eml"));
    writeFileSync(
      path,
      mailboxOf(
        mails.map((name) => readFileSync(name, "utf8")),
        mailboxBytes,
      ),
    );
    const { size } = statSync(path);
    let sent = 0;
    let cut = 0;
    await page.route("**/AppendUpload", (route) => {
      if (sent === cutAfter && cut < cuts) {
        cut++;
        return route.abort("connectionreset");
      }
      sent++;
      return route.continue();
    });
    const journey = journeyOn(page, onScreen);
    await journey.begin();
    await journey.drop([path, ...dossierOf(root).filter((name) => !name.endsWith(".eml"))]);
    const pieces = Math.ceil(size / 1_048_576);
    await journey.chooseLetter(/vervallen thuiswerkdag/u);
    await journey.say({ "Iris Denkbeeld": "werkgever", "Bram Verzonnen": "namens de werkgever" });
    await journey.answer(inDutch);
    await journey.walk();
    // One more piece is the small file beside the mailbox.
    const again = sent - pieces - 1;
    const lines = [`${size} bytes in ${pieces} pieces; cut ${cut} times after ${cutAfter}; ${again} pieces sent twice`];
    return { journey, lines, held: cut === cuts && again === 0 };
  },
};

const twenty: PageJourney = {
  name: `a case of ${bonus.documents.length} made-up documents`,
  width: 1440,
  async walk({ page, folder }, onScreen) {
    const journey = journeyOn(page, onScreen);
    await journey.begin();
    await journey.drop(written(folder, bonus));
    await journey.chooseLetter(letterOf(bonus));
    await journey.say({
      "Stef Brandsma": "werkgever",
      "Ilse Terpstra": "namens de werkgever",
      "Anke Kuiper": "bedrijfsarts",
    });
    await journey.answer([
      [
        /bonus/iu,
        "onjuist",
        "op 14 oktober 2025 heeft Stef Brandsma mij € 2.400 toegezegd als de migratie op 1 december draait",
      ],
    ]);
    await journey.walk();
    return { journey, ...plain };
  },
};

const uwv: PageJourney = {
  name: "a question to UWV, 390 px wide",
  width: 390,
  async walk({ page, folder }, onScreen) {
    const journey = journeyOn(page, onScreen, mouse);
    await journey.begin({ profile: "UWV" });
    await journey.drop(written(folder, wijkzorg));
    await journey.chooseLetter(letterOf(wijkzorg));
    await journey.aim("UWV vragen of mijn werkgever genoeg doet aan mijn re-integratie.");
    await journey.say({
      "Karel Stolk": "werkgever",
      "Petra Vonk": "namens de werkgever",
      "Hans Lammers": "bedrijfsarts",
    });
    await journey.answer([
      [/alles aan gedaan/iu, "onjuist", "het toegezegde bureau is nooit geregeld"],
      [/bedrijfsarts/iu, "onjuist", "volgens de bedrijfsarts is lang achtereen zitten niet verantwoord"],
    ]);
    await journey.walk();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    return { journey, lines: [`${overflow} px over the edge at the end`], held: overflow === 0 };
  },
};

/** The row of a case's letter: its first document. */
const letterOf = ({ documents: [letter] }: Case): RegExp =>
  new RegExp((letter?.subject ?? "").replaceAll(/[^\p{L}\d ]/gu, "."), "u");

export const journeys: readonly PageJourney[] = [keyboard, mailbox, twenty, uwv];

/** The folder of a journey's own. */
export const folderIn = (parent: string, { name }: PageJourney): string => {
  const folder = join(parent, name.replaceAll(/\W+/gu, "-"));
  mkdirSync(folder, { recursive: true });
  return folder;
};
