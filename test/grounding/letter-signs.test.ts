import { describe, expect, it } from "vitest";
import {
  asks,
  firstAct,
  isCondition,
  periodEnds,
  setsTerm,
  tellsAddresseeSaid,
  tellsUndone,
  termDays,
} from "../../src/grounding/letter-signs.ts";

describe("who does what a claim tells first", () => {
  it.each([
    ["Ik heb op 27 september gevraagd om te bellen over het plan.", "author", true],
    ["Op 27 september verzocht ik Marleen om een gesprek.", "author", true],
    ["Ik heb Marleen gemaild waarom ik maandag niet kwam.", "author", false],
    ["De bedrijfsarts schreef dat ik met twee uur kon beginnen.", "another", false],
    ["De werkgever heeft mij gevraagd om langs te komen.", "another", true],
    ["I asked the landlord to repair the boiler.", "author", true],
    ["Het loon van mei is niet betaald.", undefined, false],
    ["", undefined, false],
  ])("is read off “%s”", (text, by, isAsking) => {
    expect(firstAct(text)).toMatchObject({ by, isAsking });
  });
});

describe("whether a sentence of a letter sets a term", () => {
  it.each([
    ["Wij verzoeken u uiterlijk 23 oktober 2026 te verklaren waarom u niet kwam.", true],
    ["Wij verzoeken u binnen veertien dagen te betalen.", true],
    ["We ask you to pay what is due within 14 days of this letter.", true],
    // A day that is over, and how long somebody works, stood among the terms of the letter.
    ["De bedrijfsarts oordeelde dat u vóór 28 september 2026 kon beginnen.", false],
    ["U kon voor vier uur per dag passend werk verrichten.", false],
    ["Wij verlagen uw uitkering met 25% voor de duur van vier maanden.", false],
    ["U kunt tot zes weken na de verzenddatum bezwaar maken.", true],
    // A count of days up to now stood among the terms, with the day it would have ended.
    ["Stalling kost € 15,00 per dag vanaf 20 juni 2026, tot heden 34 dagen, ofwel € 510,00.", false],
    ["Tot op heden 30 dagen lang is niets betaald.", false],
    ["Bedankt voor uw bericht van 5 oktober jl.", false],
    ["Wij horen uiterlijk 5 januari van u.", true],
    ["Het loon van september is betaald.", false],
  ])("is so of “%s”: %s", (text, isTerm) => {
    expect(setsTerm(text, "", "2026-10-09")).toBe(isTerm);
  });

  it("takes any day where the letter's own is not known", () => {
    expect(setsTerm("U kon vóór 28 september 2026 beginnen.", "nl")).toBe(true);
  });
});

describe("whether words may tell that something was left undone", () => {
  it.each([
    ["Het loon over mei is nooit betaald.", true],
    ["Ik heb nooit een antwoord ontvangen.", true],
    ["De betaling is uitgebleven.", true],
    // "Niet … kwam" was kin of "niet nagekomen": a mail of one's own became a failure of the other side, with a search for it.
    ["Ik heb zondag aan haar gemaild dat ik maandag niet op de planning kwam.", false],
    ["Op de planning moest ik de hele ochtend achter het scherm zitten.", false],
  ])("is so of “%s”: %s", (text, isUndone) => {
    expect(tellsUndone(text)).toBe(isUndone);
  });
});

describe("whether a sentence of a letter asks", () => {
  it.each([
    ["Ook verlangen wij de sleutels terug.", true],
    ["De map dient u kosteloos te leveren.", true],
    ["Bij uitblijven daarvan maken wij aanspraak op rente.", true],
    ["We claim the costs of this letter.", true],
    ["De sleutels zijn niet teruggekomen.", false],
    ["Wij stellen vast dat u te laat was.", false],
  ])("is so of “%s”: %s", (text, expected) => {
    expect(asks(text, "")).toBe(expected);
  });
});

describe("whether a question is a condition", () => {
  it.each([
    ["Bent u het niet eens met dit besluit?", "Dan kunt u bezwaar maken.", true],
    ["Do you disagree?", "Then write to us.", true],
    ["Was u op 2 oktober 2026 ziek?", "Wij horen dat graag.", false],
    ["U was op 2 oktober 2026 ziek.", "Dan hoort u van ons.", false],
  ])("is so of “%s” before “%s”: %s", (question, next, expected) => {
    expect(isCondition(question, next, "")).toBe(expected);
  });
});

describe("whether a sentence of a letter asks", () => {
  it.each([
    ["Tevens verzoeken wij u de factuur rechtstreeks aan de dakdekker te betalen.", true],
    ["Daarom vragen wij u om een reactie.", true],
    ["Stuur mij de facturen.", true],
    // "Schade aan …" was read as a verb in front of its object.
    ["Schade aan uw inboedel vergoeden wij niet.", false],
    ["Schade aan uw inboedel\nvergoeden wij niet.", false],
    ["Wij stellen vast dat u niet hebt betaald.", false],
  ])("is so of “%s”: %s", (text, isAsked) => {
    expect(asks(text, "nl")).toBe(isAsked);
  });
});

describe("the days of a term", () => {
  it("are those by which something is to be done, not a day that is told beside a term", () => {
    expect(termDays("Uw melding kwam op 21 juli 2026, terwijl een termijn van drie werkdagen geldt.", "nl")).toEqual(
      [],
    );
    // A stranger's objection "vóór 31 december" was due on the 31st by the program, a day late; "vóór 1 juni" was due never.
    expect(termDays("Uw bezwaar moet vóór 31 december 2026 bij ons binnen zijn.", "nl")).toEqual(["2026-12-30"]);
    expect(termDays("Please let us know before Friday 1 May 2026.", "en")).toEqual(["2026-04-30"]);
    expect(termDays("Betaal op of vóór 1 juni 2026.", "nl")).toEqual(["2026-06-01"]);
    expect(termDays("Reageer vóór 1 juni.", "nl", "2026-05-04")).toEqual(["2026-05-31"]);
    expect(termDays("Reageer uiterlijk 3 januari.", "nl", "2026-12-04")).toEqual(["2027-01-03"]);
    expect(termDays("Reageer uiterlijk 3 januari.", "nl")).toEqual([]);
    // A term that was over was set for the next year.
    expect(termDays("U kon tot 3 mei reageren.", "nl", "2026-05-04")).toEqual(["2026-05-03"]);
    expect(termDays("Na uw mail van 3 mei 2026 wilden wij uiterlijk 9 juni 2026 horen.", "nl")).toEqual(["2026-06-09"]);
  });
});

// "Dat heeft u zelf geschreven" had her own mail first: it bore the same day.
it.each([
  ["De huur liep tot en met 31 maart, dat heeft u zelf geschreven.", true],
  ["Jullie hebben zelf bevestigd dat het bericht er was.", true],
  ["You wrote that the deposit would be returned.", true],
  ["Ik heb u geschreven dat de huur eindigt.", false],
  ["U heeft de sleutels ontvangen.", false],
])("a text tells what its addressee said: %s", (text, expected) => {
  expect(tellsAddresseeSaid(text)).toBe(expected);
});

describe("where a period of a letter ends", () => {
  it.each([
    ["Wij verzoeken u binnen 21 dagen te betalen en de vlonder vóór 15 december 2026 te verwijderen.", ["2026-12-03"]],
    ["U kunt binnen zes weken bezwaar maken.", ["2026-12-24"]],
    ["U kunt binnen zes weken na de verzenddatum van deze brief bezwaar maken bij het college.", ["2026-12-24"]],
    ["Binnen zes weken na de bekendmaking kunt u bezwaar maken.", ["2026-12-24"]],
    ["We ask you to pay within 14 days.", ["2026-11-26"]],
    ["Betaal binnen twee werkdagen.", []],
    ["Twee maanden geleden hebt u betaald.", []],
    ["Wilt u dit vóór 19 december bevestigen?", []],
  ])("of “%s”, written on 12 November 2026: %s", (text, days) => {
    expect(periodEnds(text, "", "2026-11-12")).toEqual(days);
  });

  it("is the last day of a month that is too short, and none where the letter bears no day", () => {
    const within = "U moet binnen een maand reageren.";
    expect(periodEnds(within, "nl", "2026-01-31")).toEqual(["2026-02-28"]);
    expect(periodEnds(within, "nl", "")).toEqual([]);
    // A day of the year 12978 is written otherwise, and would stand before every other.
    // "20 november" was said of damage that was to be told within three days after delivery.
    expect(periodEnds("Schade moet binnen drie dagen na aflevering worden gemeld.", "nl", "2026-01-31")).toEqual([]);
    expect(periodEnds("U moet binnen drie dagen na dagtekening van deze brief betalen.", "nl", "2026-01-31")).toEqual([
      "2026-02-03",
    ]);
    expect(periodEnds("U moet bij vertrek binnen drie jaar 75% terugbetalen.", "nl", "2026-01-31")).toEqual([]);
    expect(periodEnds("U moet binnen 4.000.000 dagen reageren.", "nl", "2026-01-31")).toEqual([]);
  });
});
