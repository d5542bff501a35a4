import type { LawFile } from "./lawbot-client.ts";
import { article, bytesOf, lawXml } from "./xml.ts";

const boek = (inside: string) =>
  `<boek><kop><label>Boek</label><nr>7</nr></kop><titeldeel><kop><label>Titel</label><nr>10</nr><titel>Arbeidsovereenkomst</titel></kop>${inside}</titeldeel></boek>`;

const goodEmployer = article(
  "611",
  "<al>De werkgever en de werknemer zijn verplicht zich als een goed werkgever en een goed werknemer te gedragen.</al>",
);

const illness = (weeks: string) =>
  article(
    "629",
    `<lid><lidnr>1</lidnr><al>De werknemer behoudt voor een tijdvak van ${weeks} weken recht op 70% van het loon.</al></lid>
     <lid><lidnr>2</lidnr><al>Niet behoudt hij dat recht:</al><lijst><li><li.nr>a.</li.nr><al>indien hij de ziekte opzettelijk heeft veroorzaakt;</al></li>
     <li><li.nr>b.</li.nr><al>gedurende de tijd dat hij weigert mee te werken.</al></li></lijst></lid>`,
  );

const repealed = article("630", '<al><redactie type="vervanging">Vervallen</redactie></al>', 'status="vervallen"');

/** Two states of a few articles of BW Boek 7 in the older form: in the first illness pays for 52 weeks, in the second for 104. */
export const smallLaw: readonly [LawFile, LawFile] = [
  {
    path: "BWBR0005290.xml",
    validFrom: "2000-01-01",
    bytes: bytesOf(lawXml(boek(goodEmployer + illness("52") + repealed))),
  },
  {
    path: "BWBR0005290.xml",
    validFrom: "2004-01-01",
    bytes: bytesOf(lawXml(boek(goodEmployer + illness("104") + repealed))),
  },
];

/** A few articles of the Awb. */
export const otherLaw: LawFile = {
  path: "awb.xml",
  validFrom: "1994-01-01",
  bytes: bytesOf(
    lawXml(
      article("3:2", "<al>Het bestuursorgaan vergaart de nodige kennis.</al>") +
        article("3:46", "<al>Een besluit berust op een deugdelijke motivering.</al>"),
      "BWBR0005537",
    ),
  ),
};
