import { capital, inMonth, monthOf, papers, papersOf, toldDone } from "./papers.ts";
import { drawnCases } from "./read.ts";
import type { Case, Doing, Drawn, Saying } from "./shape.ts";

/** The drawn cases. */
export const cases: readonly Case[] = await drawnCases();

/** Ways of telling who said what on which day. */
const tellings = (
  { dossier }: Case,
  by: { call: string; object: string; isAuthor: boolean },
  to: string,
  day: string,
  said: Saying,
  that: string = said.that,
): string[] => {
  if (dossier.locale === "nl") {
    const [have, had] = by.isAuthor ? ["heb", "meldde"] : ["heeft", "meldde"];
    return [
      `${capital(by.call)} schreef op ${day} ${that}.`,
      `Op ${day} ${have} ${by.call} geschreven ${that}.`,
      `Op ${day} ${had} ${by.call} aan ${to} ${that}.`,
      `${capital(by.call)} ${have} ${to} op ${day} laten weten ${that}.`,
      `In de e-mail van ${day} schreef ${by.call} ${that}.`,
      `Door ${by.object} is op ${day} gemeld ${that}.`,
      `Op ${day} kreeg ${to === "mij" ? "ik" : to} van ${by.object} te horen ${that}.`,
    ];
  }
  const have = by.isAuthor ? "have" : "has";
  return [
    `On ${day} ${by.call} wrote ${that}.`,
    `${by.call} ${have} stated on ${day} ${that}.`.replace(/^./u, (one) => one.toUpperCase()),
    `On ${day} ${by.call} told ${to} ${that}.`,
    `In the email of ${day} ${by.call} wrote ${that}.`,
    `It was reported by ${by.object} on ${day} ${that}.`,
    `On ${day} ${to === "me" ? "I" : to} heard from ${by.object} ${that}.`,
  ];
};

/** Without a day. */
const undated = (
  { dossier }: Case,
  by: { call: string; object: string; isAuthor: boolean },
  { reported, words }: Saying,
): string[] =>
  dossier.locale === "nl"
    ? [
        `${capital(by.call)} schreef: “${words}”.`,
        // "Volgens mij" is an opinion and tells of no saying.
        ...(by.isAuthor ? [] : [`Volgens ${by.object} ${reported}.`, `“${words}”, aldus ${by.object}.`]),
      ]
    : [
        `${capital(by.call)} wrote: “${words}”.`,
        ...(by.isAuthor
          ? []
          : [`According to ${by.object}, ${reported}.`, `“${words}”, in the words of ${by.object}.`]),
      ];

const doneOn = (
  { dossier }: Case,
  by: { call: string; object: string; isAuthor: boolean },
  day: string,
  did: Doing,
): string[] => {
  const { object, participle, past } = did;
  if (dossier.locale === "nl") {
    const have = by.isAuthor ? "heb" : "heeft";
    const particle = /^(?:op|toe|af|in)(?=ge)/u.exec(participle)?.[0] ?? "";
    const rest = /\s.*$/u.exec(participle)?.[0] ?? "";
    return [
      `Op ${day} ${have} ${by.call} ${object} ${participle}.`,
      `${capital(by.call)} ${past} ${object} op ${day}${particle === "" ? rest : ` ${particle}`}.`,
      `${capital(object)} is op ${day} door ${by.object} ${participle}.`,
      `Het was ${day} toen ${by.call} ${object} ${particle === "" ? "" : ""}${have === "heb" ? "heb" : "heeft"} ${participle}.`,
    ];
  }
  const have = by.isAuthor ? "have" : "has";
  void have;
  return [
    `On ${day} ${by.call} ${past} ${object}.`,
    `${capital(by.call)} ${past} ${object} on ${day}.`,
    `It was on ${day} that ${by.call} ${past} ${object}.`,
  ];
};

const callsOf = ({ people }: Case, name: string) => {
  const { calls, objects, isAuthor = false } = people[name] ?? { calls: [name], objects: [name] };
  return calls.map((call) => ({ call, object: isAuthor ? (objects[0] ?? "") : call, isAuthor }));
};

/** Agreement with what the other side says, and its denial told as an admission. */
const conceded = (one: Case, said: Saying): string[] => {
  const [by] = callsOf(one, said.by);
  const call = by?.call ?? "";
  if (one.dossier.locale === "nl")
    return [
      `Terecht schrijft ${call} ${said.that}.`,
      `${capital(call)} heeft gelijk ${said.that}.`,
      `Ik ben het ermee eens ${said.that}.`,
      `Het is juist ${said.that}.`,
    ];
  return [
    `${capital(call)} rightly writes ${said.that}.`,
    `${capital(call)} is right ${said.that}.`,
    `I agree ${said.that}.`,
    `It is correct ${said.that}.`,
  ];
};

const admitted = (one: Case, said: Saying): string[] => {
  const [by] = callsOf(one, said.by);
  const call = by?.call ?? "";
  const [turned = ""] = said.turned;
  return one.dossier.locale === "nl"
    ? [
        `${capital(call)} erkende ${turned}.`,
        `${capital(call)} ontkende ${said.that}.`,
        `${capital(call)} gaf toe ${turned}.`,
      ]
    : [
        `${capital(call)} admitted ${turned}.`,
        `${capital(call)} denied ${said.that}.`,
        `${capital(call)} acknowledged ${turned}.`,
      ];
};

const denied = (one: Case, said: Saying): string[] =>
  one.dossier.locale === "nl"
    ? [`Nergens staat: “${said.words}”.`, `Het is niet waar dat er staat: “${said.words}”.`]
    : [`Nowhere does it say: “${said.words}”.`, `It is untrue that it says: “${said.words}”.`];

type Kind = readonly [name: string, isTrue: boolean, entryIds: readonly string[], texts: readonly string[]];

const ofSaying = (one: Case, said: Saying): Kind[] => {
  const { by, to, others, day, otherDays, entryId } = said;
  const own = callsOf(one, by);
  const toObject = one.people[to]?.objects[0] ?? to;
  const fromTo = one.people[by]?.objects[0] ?? by;
  // Another entry of another day and speaker, cited beside it: its day and its speaker are crossed in.
  const next = one.sayings.find((each) => each.entryId !== entryId && each.by !== by && each.day !== day);
  const wrongPeople = [...new Set(others)].filter((name) => name !== by);
  return [
    [
      "said",
      true,
      [entryId],
      own.flatMap((who) => [...tellings(one, who, toObject, day, said), ...undated(one, who, said)]),
    ],
    [
      "wrong-speaker",
      false,
      [entryId],
      wrongPeople
        .flatMap((name) => callsOf(one, name))
        .flatMap((who) => [
          ...tellings(one, who, toObject === who.object ? fromTo : toObject, day, said),
          ...undated(one, who, said),
        ]),
    ],
    [
      "receiver-for-sender",
      false,
      [entryId],
      callsOf(one, to).flatMap((who) => [...tellings(one, who, fromTo, day, said), ...undated(one, who, said)]),
    ],
    [
      "inner-day",
      false,
      [entryId],
      otherDays.flatMap((wrong) => own.flatMap((who) => tellings(one, who, toObject, wrong, said))),
    ],
    ...(next === undefined
      ? []
      : [
          [
            "crossed-day",
            false,
            [entryId, next.entryId],
            own.flatMap((who) => tellings(one, who, toObject, next.day, said)),
          ] as Kind,
          [
            "crossed-speaker",
            false,
            [entryId, next.entryId],
            callsOf(one, next.by).flatMap((who) => [
              ...tellings(one, who, toObject === who.object ? fromTo : toObject, day, said),
              ...undated(one, who, said),
            ]),
          ] as Kind,
          [
            "said-beside",
            true,
            [entryId, next.entryId],
            own.flatMap((who) => tellings(one, who, toObject, day, said)),
          ] as Kind,
        ]),
    ["paper", true, [entryId], own.flatMap((who) => [...papers(one, who, day, said), ...papersOf(one, who, said)])],
    [
      "paper-of-another-day",
      false,
      [entryId],
      otherDays.flatMap((wrong) => own.flatMap((who) => papers(one, who, wrong, said))),
    ],
    [
      "paper-of-another",
      false,
      [entryId],
      wrongPeople.flatMap((name) => callsOf(one, name)).flatMap((who) => papersOf(one, who, said)),
    ],
    ["month", true, [entryId], own.flatMap((who) => inMonth(one, who, day, said))],
    [
      "other-month",
      false,
      [entryId],
      otherDays
        .filter((wrong) => monthOf(wrong) !== monthOf(day))
        .flatMap((wrong) => own.flatMap((who) => inMonth(one, who, wrong, said))),
    ],
    [
      "turned",
      false,
      [entryId],
      said.turned.flatMap((that) => own.flatMap((who) => tellings(one, who, toObject, day, said, that))),
    ],
    ...(by === one.opponent || said.denies ? ([["conceded", false, [entryId], conceded(one, said)]] as Kind[]) : []),
    ...(said.denies ? ([["denial-admitted", false, [entryId], admitted(one, said)]] as Kind[]) : []),
    ["denied-quotation", false, [entryId], denied(one, said)],
  ];
};

const ofDoing = (one: Case, did: Doing): Kind[] => {
  const { by, others, day, otherDays, entryId } = did;
  const tellers = callsOf(one, did.toldBy).slice(0, 1);
  const fair = others.filter((name) => name !== by);
  return [
    ["done", true, [entryId], callsOf(one, by).flatMap((who) => doneOn(one, who, day, did))],
    [
      "wrong-doer",
      false,
      [entryId],
      fair.flatMap((name) => callsOf(one, name)).flatMap((who) => doneOn(one, who, day, did)),
    ],
    [
      "told-done",
      true,
      [entryId],
      tellers.flatMap((teller) => callsOf(one, by).flatMap((who) => toldDone(one, teller, who, day, did))),
    ],
    [
      "told-done-wrong-day",
      false,
      [entryId],
      otherDays.flatMap((wrong) =>
        tellers.flatMap((teller) => callsOf(one, by).flatMap((who) => toldDone(one, teller, who, wrong, did))),
      ),
    ],
    [
      "wrong-day-done",
      false,
      [entryId],
      otherDays.flatMap((wrong) => callsOf(one, by).flatMap((who) => doneOn(one, who, wrong, did))),
    ],
  ];
};

/** Every sentence of a case. Each second one of a class may be read; the others are only counted. */
export const draw = (one: Case): Drawn[] => {
  const kinds: Kind[] = [
    ...one.sayings.flatMap((said) => ofSaying(one, said)),
    ...one.doings.flatMap((did) => ofDoing(one, did)),
    ...one.turns.flatMap(({ entryId, said, turned }): Kind[] => [
      ["stated", true, [entryId], [said]],
      ["stated-turned", false, [entryId], turned],
    ]),
  ];
  const counts = new Map<string, number>();
  return kinds.flatMap(([name, isTrue, entryIds, texts]) =>
    texts.map((text): Drawn => {
      const at = (counts.get(name) ?? 0) + 1;
      counts.set(name, at);
      // By a digest of its place, so that neither half has all of one template.
      const isShown = ((at * 2654435761) >>> 16) % 2 === 0;
      return { id: `${one.dossier.name}-${name}-${at}`, class: name, isTrue, entryIds, text, isShown };
    }),
  );
};
