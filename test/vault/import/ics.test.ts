import { describe, expect, it } from "vitest";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { calendarEntry } from "../../../src/vault/import/ics.ts";
import { describeWithData } from "../../support/shared-data.ts";
import { reasonOf } from "../refusal.ts";
import { filesBelow } from "../support/data-files.ts";
import { file, importAll, openTestVault, readHere, told, utf8 } from "../vault-fixture.ts";

const zone =
  "BEGIN:VTIMEZONE\r\nTZID:Kantoor\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";
const other = zone.replaceAll("Kantoor", "Elders");
const event = (lines: string[]): string => `BEGIN:VEVENT\r\n${lines.join("\r\n")}\r\nEND:VEVENT\r\n`;
const calendar = (inner: string): string => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${inner}END:VCALENDAR\r\n`;
const read = (text: string) => calendarEntry.extract(utf8(text), { path: "x.ics" });

const meeting = event([
  "UID:1@x",
  "DTSTART;TZID=Kantoor:20250310T090000",
  "DTEND;TZID=Kantoor:20250310T100000",
  "SUMMARY:Gesprek\\, loon",
  "LOCATION:Kamer 3",
  "ORGANIZER;CN=Ank:mailto:ank@example.org",
  'ATTENDEE;CN="Eva, HR":mailto:eva@example.org',
  "RRULE:FREQ=WEEKLY;COUNT=3",
  "DESCRIPTION:Over het lo",
  " on van maart.\\nTot dan",
]);

describe("a calendar entry", () => {
  it("gives its lines as written, the zone behind the times, and the description unfolded", async () => {
    const made = await read(calendar(zone + meeting));
    expect(made.text).toBe(
      "Summary: Gesprek, loon\nStart: 20250310T090000 Kantoor\nEnd: 20250310T100000 Kantoor\nLocation: Kamer 3\nOrganizer: Ank <ank@example.org>\nAttendee: Eva, HR <eva@example.org>\nRRULE: FREQ=WEEKLY;COUNT=3\n\nOver het loon van maart.\nTot dan",
    );
    expect(made).toMatchObject({
      docType: "event",
      authoredAtIso: "2025-03-10T08:00:00.000Z",
      authoredAtText: "20250310T090000 Kantoor",
    });
    expect(made.event).toMatchObject({
      startIso: "2025-03-10T08:00:00.000Z",
      timeZone: "Kantoor",
      recurrence: ["RRULE:FREQ=WEEKLY;COUNT=3"],
    });
    expect(made.notes.join()).toMatch(/repeats/);
  });

  it("says who accepted and who declined, in the calendar's own word", async () => {
    const lines = ["UID:1@x", "DTSTART:20250310T090000Z"];
    const answers = [
      "ATTENDEE;CN=Eva;PARTSTAT=DECLINED:mailto:eva@example.org",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:b@example.org",
    ];
    const { text, participants } = await read(calendar(event([...lines, ...answers])));
    expect(text).toContain("Attendee: Eva <eva@example.org> (DECLINED)\nAttendee: b@example.org (ACCEPTED)");
    expect(participants).toEqual(["Eva <eva@example.org>", "b@example.org"]);
  });

  // The employee's no stood in the mouth of the employer who had asked her.
  it("that answers an invitation is said by who answers, and what it repeats by who invited", async () => {
    const lines = [
      ...["UID:1@x", "DTSTART:20250310T090000Z", "SUMMARY:Geweigerd: gesprek", "DESCRIPTION:U moet komen."],
      ...["ORGANIZER;CN=Ank:mailto:ank@example.org", "COMMENT:Ik ben ziek."],
    ];
    const eva = "ATTENDEE;CN=Eva;PARTSTAT=DECLINED:mailto:eva@example.org";
    const toldBy = async (method: string, attendees: string[]) => {
      const { text, segments, participants } = await read(
        calendar(`METHOD:${method}\r\n${event([...lines, ...attendees])}`),
      );
      const said = segments.map(({ start, end, voice, speaker }) => [text.slice(start, end).trim(), voice, speaker]);
      return { said, participants };
    };
    const reply = await toldBy("REPLY", [eva]);
    expect(reply.participants).toEqual(["Eva <eva@example.org>", "Ank <ank@example.org>"]);
    expect(reply.said).toEqual([
      [expect.stringContaining("Summary: Geweigerd"), Voice.AUTHOR, "Eva <eva@example.org>"],
      ["U moet komen.", Voice.QUOTED, "Ank <ank@example.org>"],
      ["Ik ben ziek.", Voice.AUTHOR, "Eva <eva@example.org>"],
    ]);
    const unsure = await toldBy("REPLY", [eva, "ATTENDEE:mailto:b@example.org"]);
    expect(unsure.said.map(([, , speaker]) => speaker)).toEqual(["", "Ank <ank@example.org>", ""]);
    expect((await toldBy("REQUEST", [eva])).said).toEqual([
      [expect.stringContaining("Ik ben ziek."), Voice.AUTHOR, "Ank <ank@example.org>"],
    ]);
  });

  it.each([
    ["DTSTART:20250710T090000Z", "2025-07-10T09:00:00.000Z"],
    ["DTSTART;TZID=Europe/Amsterdam:20250710T090000", "2025-07-10T07:00:00.000Z"],
    ["DTSTART;TZID=/vendor/2007/Europe/Berlin:20250110T090000", "2025-01-10T08:00:00.000Z"],
    ["DTSTART;VALUE=DATE:20250710", "2025-07-10"],
    ["DTSTART:20250710T090000", ""],
    ["DTSTART;TZID=Nergens:20250710T090000", ""],
    ["DTSTART:20250231T090000Z", ""],
  ])("takes %s as %s", async (line, instant) => {
    const made = await read(calendar(event(["UID:1", "SUMMARY:x", line])));
    expect(made.event?.startIso).toBe(instant);
  });

  it("decodes letters that are folded in their middle", async () => {
    const line = Buffer.from("SUMMARY:caf\u00e9 om drie uur");
    const folded = Buffer.concat([line.subarray(0, 12), Buffer.from("\r\n "), line.subarray(12)]);
    const bytes = Buffer.concat([Buffer.from("BEGIN:VEVENT\r\n"), folded, Buffer.from("\r\nEND:VEVENT\r\n")]);
    expect((await calendarEntry.extract(bytes, { path: "x.ics" })).title).toBe("café om drie uur");
  });
});

describe("a calendar of several entries", () => {
  const two = calendar(zone + other + meeting + event(["UID:2@x", "SUMMARY:tweede"]));

  it("gives each as a file with its own lines and the zones it names", async () => {
    const units = await readHere(file("k.ics", two));
    expect(units.map(({ path, opened }) => [path, opened])).toEqual([
      [expect.stringMatching(/^k\.ics!\/1@x [0-9a-f]{8}\.ics$/), false],
      [expect.stringMatching(/^k\.ics!\/2@x [0-9a-f]{8}\.ics$/), false],
      ["k.ics", true],
    ]);
    expect(new TextDecoder().decode(units[0]?.made?.original)).toBe(calendar(zone + meeting));
    expect(new TextDecoder().decode(units[1]?.made?.original)).toBe(calendar(event(["UID:2@x", "SUMMARY:tweede"])));
  });

  it("keeps every wording of an entry: an invitation, its change and its cancellation stand beside each other", async () => {
    const sent = (method: string, sequence: number, summary: string, status: string): string =>
      `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\n${event([
        "UID:7@x",
        `SEQUENCE:${sequence}`,
        `DTSTAMP:2025030${sequence + 1}T090000Z`,
        "DTSTART:20250310T090000Z",
        `SUMMARY:${summary}`,
        `STATUS:${status}`,
      ])}END:VCALENDAR\r\n`;
    const three = [
      sent("REQUEST", 0, "Gesprek", "CONFIRMED"),
      sent("REQUEST", 1, "Gesprek over ontslag", "CONFIRMED"),
      sent("CANCEL", 2, "Gesprek over ontslag", "CANCELLED"),
    ].join("");
    const { vault, events } = await openTestVault();
    const rows = await importAll(vault, [file("k.ics", three)]);
    expect(rows.map(told).map((row) => row.replace(/ \w{8}\.ics$/, ""))).toEqual([
      "IMPORTED k.ics!/7@x",
      "IMPORTED k.ics!/7@x",
      "IMPORTED k.ics!/7@x",
      "OPENED k.ics",
    ]);
    const listed = (await events.listEvents({})).events.map(({ times }) => [
      times?.calendarUid,
      times?.method,
      times?.sequence,
      times?.stampText,
    ]);
    expect(listed.sort()).toEqual([
      ["7@x", "CANCEL", 2, "20250303T090000Z"],
      ["7@x", "REQUEST", 0, "20250301T090000Z"],
      ["7@x", "REQUEST", 1, "20250302T090000Z"],
    ]);
  });

  it("takes a later export's change as a further document, and one that was only stamped anew as the same", async () => {
    const { vault, events } = await openTestVault();
    const stamped = two.replace("SUMMARY:tweede", "DTSTAMP:20250101T000000Z\r\nSUMMARY:tweede");
    await importAll(vault, [file("k.ics", stamped)]);
    const rows = await importAll(vault, [file("k.ics", stamped.replace("tweede", "derde"))]);
    expect(rows.map(told).map((row) => row.replace(/ \w{8}\.ics$/, ""))).toEqual([
      "DUPLICATE k.ics!/1@x",
      "IMPORTED k.ics!/2@x",
      "OPENED k.ics",
    ]);
    const again = await importAll(vault, [file("k.ics", stamped.replace("20250101", "20250601"))]);
    expect(again.map(told).map((row) => row.split(" ")[0])).toEqual(["DUPLICATE", "SUPERSEDES", "OPENED"]);
    expect((await events.listEvents({})).events.map(({ title }) => title).sort()).toEqual([
      "Gesprek, loon",
      "derde",
      "tweede",
    ]);
  });
});

describe("a calendar that says one thing very many times", () => {
  // Five thousand were read, and each had a row and a path.
  it("gives a hundred copies of an entry, and says how many more there are", async () => {
    const entry = "BEGIN:VEVENT\r\nUID:1\r\nSUMMARY:x\r\nEND:VEVENT\r\n".repeat(500);
    const other = "BEGIN:VEVENT\r\nUID:2\r\nSUMMARY:y\r\nEND:VEVENT\r\n";
    const units = await readHere(file("k.ics", `BEGIN:VCALENDAR\r\n${entry}${other}END:VCALENDAR\r\n`));
    expect(units.filter(({ made }) => made !== undefined)).toHaveLength(102);
    expect(new Set(units.map(({ docUid }) => docUid)).size).toBe(3);
    expect(units.find(({ refusal }) => refusal !== "")?.refusal).toMatch(/^399 more of its entries say, byte for byte/);
  });
});

describe("EventsService", () => {
  const at = (uid: string, line: string): string => calendar(event([`UID:${uid}`, `SUMMARY:${uid}`, line]));
  const files = [
    file("b.ics", at("b", "DTSTART:20250312T090000Z")),
    file("a.ics", at("a", "DTSTART;VALUE=DATE:20250310")),
    file("c.ics", at("c", "DTSTART:20250313T090000")),
    file("d.ics", calendar("BEGIN:VTODO\r\nUID:d\r\nSUMMARY:d\r\nEND:VTODO\r\n")),
  ];

  it("lists events in order of start, pages them, and filters by day", async () => {
    const { vault, events, search } = await openTestVault();
    await importAll(vault, files);
    const titles = async (request: Parameters<typeof events.listEvents>[0]) =>
      (await events.listEvents(request)).events.map((one) => one.title);
    expect(await titles({})).toEqual(["a", "b", "c"]);
    expect(await titles({ fromIso: "2025-03-11" })).toEqual(["b"]);
    expect(await titles({ toIso: "2025-03-10" })).toEqual(["a"]);
    const first = await events.listEvents({ pageSize: 2 });
    expect(await titles({ pageSize: 2, pageToken: first.nextPageToken })).toEqual(["c"]);
    expect((await search.search({ query: "b", kinds: [3] })).result?.candidates[0]).toMatchObject({
      docType: "event",
      title: "b",
    });
  });

  it("gives one event, and knows no event of another strand, nor a document that is none", async () => {
    const { vault, events } = await openTestVault();
    const rows = await importAll(vault, [...files, file("e.txt", "tekst")]);
    const { event: found } = await events.getEvent({ eventUid: rows[0]?.docUid ?? "" });
    expect(found).toMatchObject({ title: "b", occurredStartIso: "2025-03-12T09:00:00.000Z" });
    expect(await reasonOf(events.getEvent({ strandId: "ander", eventUid: rows[0]?.docUid ?? "" }))).toBe(
      "DOCUMENT_NOT_FOUND",
    );
    expect(await reasonOf(events.getEvent({ eventUid: rows[4]?.docUid ?? "" }))).toBe("DOCUMENT_NOT_FOUND");
  });
});

for (const [set, count] of [
  ["ics-icaljs", 46],
  ["ics-icalendar", 54],
] as const) {
  describeWithData(`the calendars of ${set}`, set, (folder) => {
    it("are imported or refused with a reason; refused are those that say nothing", async () => {
      const files = filesBelow(folder, ".ics");
      expect(files).toHaveLength(count);
      for (const given of files) {
        const units = await readHere(given);
        expect(units.length).toBeGreaterThan(0);
        const entries =
          new TextDecoder("latin1").decode(given.bytes).match(/^(?:SUMMARY|DESCRIPTION|DTSTART|LOCATION)\b.*$/gm) ?? [];
        const hasEntry = /^BEGIN:(?:VEVENT|VTODO|VJOURNAL)\s*$/im.test(new TextDecoder("latin1").decode(given.bytes));
        if (units.every((unit) => unit.made === undefined))
          expect(hasEntry && entries.length > 2, given.path).toBe(false);
        for (const unit of units) expect(unit.made !== undefined || unit.opened || unit.refusal.length > 20).toBe(true);
      }
    });
  });
}
