import type { Dossier, DossierDocument } from "../../../support/cases/dossier.ts";
import { entriesOf, mail } from "./record.ts";
import type { Case } from "./shape.ts";

const people: Case["people"] = {
  edith: { calls: ["I"], objects: ["me"], isAuthor: true },
  martin: { calls: ["Mr Ashby", "Martin Ashby"], objects: ["Mr Ashby"] },
  lucy: { calls: ["Ms Penhale", "Lucy Penhale"], objects: ["Ms Penhale"] },
  owen: { calls: ["Dr Trask", "the company doctor"], objects: ["Dr Trask"] },
  nina: { calls: ["Nina Howell"], objects: ["Nina Howell"] },
};

const texts: Readonly<Record<string, string>> = {
  e1: "I approve the night shifts from 6 January 2025 to 31 January 2025. Each night shift is paid at £27.50 per hour. Nina Howell asked me on 2 January 2025 to find cover.",
  e2: "I examined you on 14 February 2025. You are not fit for night work. I told Mr Ashby on 17 February 2025 that the lifting must stop.",
  e3: "Manager: the roster for March is final.\nEmployee: the overtime for January has not yet been paid.\nPayroll: the timesheets reached us on 3 March 2025.",
  e4: "I have not received any timesheet from you. Mr Ashby did not approve the night shifts. We will pay £412.00 if you send the timesheets before 1 April 2025.",
  e5: "I handed the timesheets to Nina Howell on 4 February 2025. The roster was changed without my consent.",
  e6: "You refused the night shift of 18 February 2025 without a reason. The company doctor never advised against lifting. We no longer offer you overtime.",
  e7: "I collected the timesheets from Nina Howell on 5 February 2025. I returned them to payroll unsigned.",
};

const documents: readonly DossierDocument[] = [
  mail("d1", "Night shifts", "2025-01-03", "Martin Ashby", "Edith Marlowe", ["Lucy Penhale"], texts.e1 ?? ""),
  mail("d2", "Your examination", "2025-02-19", "Owen Trask", "Edith Marlowe", ["Martin Ashby"], texts.e2 ?? ""),
  {
    ...{ id: "d3", title: "Minutes of the review", kind: "report", date: "2025-03-05", author: "Lucy Penhale" },
    participants: ["Lucy Penhale", "Martin Ashby", "Edith Marlowe"].map((name) => ({ name, part: "present" })),
    text: texts.e3 ?? "",
  },
  mail(
    ...(["d4", "RE: Overtime", "2025-03-12", "Lucy Penhale", "Edith Marlowe", ["Martin Ashby"]] as const),
    `${texts.e4}\n\n> From: Edith Marlowe\n> Date: 10 March 2025\n> ${texts.e5}`,
  ),
  mail("d5", "Your conduct", "2025-03-20", "Martin Ashby", "Edith Marlowe", ["Lucy Penhale"], texts.e6 ?? ""),
  mail("d6", "Timesheets", "2025-03-24", "Martin Ashby", "Lucy Penhale", ["Edith Marlowe"], texts.e7 ?? ""),
];

const entry = entriesOf(texts);

const dossier: Dossier = {
  name: "overtime",
  locale: "en",
  parties: [
    { id: "p1", names: ["Edith Marlowe"], addresses: [], role: "AUTHOR" },
    { id: "p2", names: ["Coldbrook Bakeries Ltd", "Coldbrook"], addresses: [], role: "OPPONENT" },
    { id: "p3", names: ["Martin Ashby", "Mr Ashby"], addresses: [], role: "REPRESENTATIVE" },
    { id: "p4", names: ["Lucy Penhale", "Ms Penhale"], addresses: [], role: "REPRESENTATIVE" },
    { id: "p5", names: ["Owen Trask", "Dr Trask"], addresses: [], role: "COMPANY_DOCTOR" },
  ],
  documents,
  laws: [],
  rulings: [],
  claims: [
    { id: "c1", kind: "FACT", text: "The night shifts were approved.", section: "Shifts" },
    { id: "c2", kind: "FACT", text: "Night work was advised against.", section: "Health" },
    { id: "c3", kind: "FACT", text: "The timesheets were handed in.", section: "Pay" },
  ],
  entries: [
    entry("e1", "d1", "c1"),
    entry("e2", "d2", "c2"),
    entry("e3", "d3", "c3"),
    entry("e4", "d4", "c3"),
    entry("e5", "d4", "c3", { speaker: "Edith Marlowe", spokenOn: "10 March 2025" }),
    entry("e6", "d5", "c2"),
    entry("e7", "d6", "c3"),
  ],
  honest: [],
};

/** A baker asks for her overtime: mails with copies, a quoted reply, minutes with three voices, days inside the words. */
export const overtime: Case = {
  dossier,
  people,
  opponent: "martin",
  sayings: [
    {
      ...{ entryId: "e1", by: "martin", to: "edith", others: ["lucy", "nina"], day: "3 January 2025" },
      otherDays: ["6 January 2025", "2 January 2025"],
      that: "that each night shift is paid at £27.50 per hour",
      turned: ["that no night shift is paid at £27.50 per hour"],
      reported: "each night shift is paid at £27.50 per hour",
      words: "Each night shift is paid at £27.50 per hour",
    },
    {
      ...{ entryId: "e2", by: "owen", to: "edith", others: ["martin"], day: "19 February 2025" },
      otherDays: ["14 February 2025", "17 February 2025"],
      that: "that I am not fit for night work",
      turned: ["that I am fit for night work"],
      reported: "I am not fit for night work",
      words: "You are not fit for night work",
    },
    {
      ...{ entryId: "e4", by: "lucy", to: "edith", others: ["martin"], day: "12 March 2025", denies: true },
      otherDays: ["1 April 2025"],
      that: "that no timesheet had been received",
      turned: ["that a timesheet had been received"],
      reported: "no timesheet was received",
      words: "I have not received any timesheet from you",
    },
    {
      ...{ entryId: "e5", by: "edith", to: "lucy", others: ["lucy", "nina"], day: "10 March 2025" },
      otherDays: ["4 February 2025", "12 March 2025"],
      that: "that the roster was changed without consent",
      turned: ["that the roster was changed with consent", "that the roster was not changed without consent"],
      reported: "the roster was changed without consent",
      words: "The roster was changed without my consent",
    },
    {
      ...{ entryId: "e6", by: "martin", to: "edith", others: ["lucy", "owen"], day: "20 March 2025", denies: true },
      otherDays: ["18 February 2025"],
      that: "that the company doctor never advised against lifting",
      turned: ["that the company doctor advised against lifting"],
      reported: "the company doctor never advised against lifting",
      words: "The company doctor never advised against lifting",
    },
  ],
  doings: [
    {
      ...{ entryId: "e1", by: "nina", toldBy: "martin", others: ["lucy", "edith", "martin"], day: "2 January 2025" },
      otherDays: ["3 January 2025", "6 January 2025"],
      ...{ object: "Mr Ashby to find cover", participle: "asked", past: "asked" },
    },
    {
      ...{ entryId: "e2", by: "owen", toldBy: "owen", others: ["martin", "lucy"], day: "14 February 2025" },
      ...{
        otherDays: ["19 February 2025", "17 February 2025"],
        object: "me",
        participle: "examined",
        past: "examined",
      },
    },
    {
      ...{ entryId: "e5", by: "edith", toldBy: "edith", others: ["lucy", "nina", "martin"], day: "4 February 2025" },
      otherDays: ["10 March 2025", "12 March 2025"],
      ...{ object: "the timesheets to Nina Howell", participle: "handed", past: "handed" },
    },
    {
      ...{ entryId: "e7", by: "martin", toldBy: "martin", others: ["lucy", "edith", "nina"], day: "5 February 2025" },
      ...{ otherDays: ["24 March 2025"], object: "the timesheets", participle: "collected", past: "collected" },
    },
  ],
  turns: [
    {
      entryId: "e1",
      said: "Mr Ashby approved the night shifts from 6 January 2025.",
      turned: [
        "Mr Ashby did not approve the night shifts from 6 January 2025.",
        "Mr Ashby rejected the night shifts from 6 January 2025.",
        "Mr Ashby cancelled the night shifts from 6 January 2025.",
      ],
    },
    {
      entryId: "e2",
      said: "I am not fit for night work.",
      turned: ["I am fit for night work.", "Dr Trask found me fit for night work.", "Dr Trask did not examine me."],
    },
    {
      entryId: "e3",
      said: "The overtime for January has not yet been paid.",
      turned: [
        "The overtime for January has been paid.",
        "The overtime for January was paid.",
        "The timesheets did not reach payroll.",
      ],
    },
    {
      entryId: "e4",
      said: "Coldbrook will pay £412.00 if the timesheets are sent before 1 April 2025.",
      turned: [
        "Coldbrook paid £412.00.",
        "Ms Penhale received the timesheets.",
        "I sent the timesheets before 1 April 2025.",
        "Mr Ashby approved the night shifts.",
      ],
    },
    {
      entryId: "e6",
      said: "According to Mr Ashby overtime is no longer offered.",
      turned: [
        "According to Mr Ashby overtime is still offered.",
        "Coldbrook offers me overtime.",
        "I accepted the night shift of 18 February 2025.",
        "The company doctor advised against lifting.",
      ],
    },
    {
      entryId: "e7",
      said: "Mr Ashby returned the timesheets to payroll unsigned.",
      turned: [
        "Mr Ashby did not return the timesheets to payroll.",
        "Mr Ashby kept the timesheets unsigned.",
        "Mr Ashby returned the timesheets to payroll signed.",
      ],
    },
  ],
};
