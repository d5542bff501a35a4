import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { SpanFlag, type SpanRef, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { DocDetail } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { docxOf, paragraph, run } from "../support/docx-maker.ts";
import { makeXlsx } from "../support/office-maker.ts";
import { pdfOf } from "../support/pdf-maker.ts";
import { makeZip } from "../support/zip-maker.ts";
import { type clientsOf, file, importAll, mail, openTestVault, utf8 } from "../vault-fixture.ts";

type File = ReturnType<typeof file>;
type Clients = ReturnType<typeof clientsOf>;

/** What was imported, asked over the wire alone. */
interface Imported extends Pick<Clients, "docs" | "search" | "spans"> {
  readonly rows: Awaited<ReturnType<typeof importAll>>;
}

/** One claim about one dossier of a file or two. */
export interface OneClaim {
  readonly group: string;
  /** The claim in words, and the variant. */
  readonly name: string;
  /** The claim in words: its half is drawn from it, so that no half has a claim of the other in other words. */
  readonly claim: string;
  readonly files: readonly File[];
  readonly holds: (imported: Imported) => Promise<boolean>;
}

export const halfOf = ({ group, claim }: OneClaim): "even" | "odd" =>
  (createHash("sha256").update(`${group} ${claim}`).digest()[0] as number) % 2 === 0 ? "even" : "odd";

/** Whether the claim holds of what the Vault answers. */
export const isRight = async ({ files, holds }: OneClaim): Promise<boolean> => {
  const { vault, ...clients } = await openTestVault();
  const rows = await importAll(vault, files);
  return holds({ rows, ...clients });
};

const spansOf = async ({ spans, rows }: Imported, exactQuote: string): Promise<SpanRef[]> => {
  const uids = [...new Set(rows.map(({ docUid }) => docUid).filter((uid) => uid !== ""))];
  if (uids.length === 0) return [];
  const { results } = await spans.resolveSpans({
    entries: uids.map((docUid) => ({ locator: { docUid, exactQuote } })),
  });
  return results.flatMap(({ resolution }) => (resolution && resolution.outcome !== 4 ? resolution.spans : []));
};

const othersVoices: readonly Voice[] = [Voice.QUOTED, Voice.FORWARDED];

/** These words stand there, and somebody of this name says them, as somebody else than the writer of the file. */
const saidBy =
  (words: string, name: string, day = "") =>
  async (imported: Imported): Promise<boolean> => {
    const [span] = await spansOf(imported, words);
    return (
      span !== undefined &&
      othersVoices.includes(span.voice) &&
      span.speaker.includes(name) &&
      span.segmentDateText.startsWith(day)
    );
  };

/** These words stand there as the writer's own. */
const own =
  (words: string) =>
  async (imported: Imported): Promise<boolean> =>
    (await spansOf(imported, words))[0]?.voice === Voice.AUTHOR;

/** These words stand there, and nobody is said to say them. */
const nobodys =
  (words: string) =>
  async (imported: Imported): Promise<boolean> => {
    const [span] = await spansOf(imported, words);
    return span !== undefined && span.voice === Voice.UNSPECIFIED && span.speaker === "";
  };

const flagged =
  (words: string, ...flags: SpanFlag[]) =>
  async (imported: Imported): Promise<boolean> => {
    const [span] = await spansOf(imported, words);
    return span !== undefined && flags.some((flag) => span.flags.includes(flag));
  };

const stands =
  (...words: string[]) =>
  async (imported: Imported): Promise<boolean> => {
    for (const one of words) if ((await spansOf(imported, one)).length === 0) return false;
    return true;
  };

const toldAs =
  (reason: RegExp) =>
  async ({ rows, docs }: Imported): Promise<boolean> => {
    if (rows.some((row) => reason.test(row.reason))) return true;
    for (const { docUid } of rows) {
      const doc = docUid === "" ? undefined : (await docs.getDoc({ docUid })).doc;
      if ([...(doc?.notes ?? []), ...(doc?.attachments ?? []).map((one) => one.reason)].some((one) => reason.test(one)))
        return true;
    }
    return false;
  };

const known =
  (is: (doc: DocDetail) => boolean) =>
  async ({ rows, docs }: Imported): Promise<boolean> => {
    for (const { docUid } of rows) {
      const doc = docUid === "" ? undefined : (await docs.getDoc({ docUid })).doc;
      if (doc && is(doc)) return true;
    }
    return false;
  };

/** A search finds so many documents, and words are shown as a whole sentence where that is asked. */
const finds =
  (query: string, count: number, isIn?: string) =>
  async ({ search }: Imported): Promise<boolean> => {
    const { result } = await search.search({ query, orSuggested: true });
    const candidates = result?.candidates ?? [];
    return (
      candidates.length === count && (isIn === undefined || candidates.some(({ snippet }) => snippet.includes(isIn)))
    );
  };

/** People, days and words of the variants. */
const variants = [
  {
    a: "Ilse Verzonnen",
    b: "Koen de Waan",
    day: "2026-03-04",
    nl: "4 maart 2026",
    fact: "De opzegging is op tijd gedaan.",
    reply: "Dat klopt niet met de brief.",
  },
  {
    a: "Maud Denkbeeld",
    b: "Rik Fictief",
    day: "2025-11-17",
    nl: "17 november 2025",
    fact: "Het loon van oktober is betaald.",
    reply: "Ik kreeg helemaal niets.",
  },
  {
    a: "Nora Schijn",
    b: "Bas Voorbeeld",
    day: "2026-08-29",
    nl: "29 augustus 2026",
    fact: "De sleutels liggen bij de buren.",
    reply: "Daar lagen ze gisteren niet.",
  },
] as const;

type Variant = Readonly<Record<"a" | "b" | "day" | "nl" | "fact" | "reply", string>>;
const addressOf = (name: string): string => `${name.split(" ")[0]?.toLowerCase()}@example.org`;
const firstOf = (name: string): string => name.split(" ")[0] ?? "";

const message = ({ a, b }: Variant, body: string, more: Readonly<Record<string, string>> = {}): Uint8Array =>
  mail(
    {
      From: `${a} <${addressOf(a)}>`,
      To: `${b} <${addressOf(b)}>`,
      Date: "Wed, 4 Mar 2026 10:00:00 +0100",
      Subject: "Zaak",
      "Message-ID": `<${addressOf(a)}.1@example.org>`,
      "Content-Type": "text/plain; charset=utf-8",
      ...more,
    },
    body,
  );

const html = (one: Variant, markup: string): Uint8Array =>
  message(one, `<html><body>${markup}</body></html>`, { "Content-Type": "text/html; charset=utf-8" });

const dutchHead = ({ b, a, nl }: Variant): string =>
  `Van: ${b} <${addressOf(b)}>\nVerzonden: woensdag ${nl} 09:14\nAan: ${a} <${addressOf(a)}>\nOnderwerp: Zaak`;

const outlookHtml = (one: Variant, inside: string): Uint8Array =>
  html(
    one,
    `<p>Zie mijn antwoord.</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p><b>Van:</b> ${one.b} &lt;${addressOf(one.b)}&gt;<br><b>Verzonden:</b> woensdag ${one.nl} 09:14<br><b>Aan:</b> ${one.a} &lt;${addressOf(one.a)}&gt;<br><b>Onderwerp:</b> Zaak</p></div>${inside}`,
  );

const dmy = (day: string, sign = "-"): string => day.split("-").toReversed().join(sign);

const tarOf = (name: string, bytes: Uint8Array): Uint8Array => {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write("0000644\0", 100);
  head.write("0000000\0", 108);
  head.write("0000000\0", 116);
  head.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
  head.write("00000000000\0", 136);
  head.write("        ", 148);
  head.write("0ustar\x0000", 156);
  head.write(
    `${[...head]
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, "0")}\0 `,
    148,
  );
  const padded = Buffer.alloc(Math.ceil(bytes.length / 512) * 512);
  padded.set(bytes);
  return Buffer.concat([head, padded, Buffer.alloc(1024)]);
};

const event = (lines: readonly string[], method: string): Uint8Array =>
  utf8(
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      `METHOD:${method}`,
      "BEGIN:VEVENT",
      "UID:1@example.org",
      "DTSTAMP:20260304T090000Z",
      "DTSTART:20260310T090000Z",
      "SUMMARY:Overleg",
      ...lines,
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  );

const sheetRow = (at: number, cells: readonly string[]): string =>
  `<row r="${at}">${cells.map((cell, i) => `<c r="${String.fromCharCode(65 + i)}${at}" t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`;

const emlx = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from(`${bytes.length}\n`),
    bytes,
    Buffer.from('<?xml version="1.0"?><plist version="1.0"><dict/></plist>'),
  ]);

const withAttached = (one: Variant, name: string, type: string, bytes: Uint8Array): Uint8Array =>
  message(
    one,
    `--x\nContent-Type: text/plain; charset=utf-8\n\nZie de bijlage.\n--x\nContent-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${Buffer.from(bytes).toString("base64").replaceAll(/.{76}/g, "$&\n")}\n--x--\n`,
    { "Content-Type": "multipart/mixed; boundary=x" },
  );

/** What each class of the set claims, for one variant: [group, claim, files, what holds]. */
const claimsOf = (one: Variant): [string, string, File[], OneClaim["holds"]][] => {
  const { a, b, day, nl, fact, reply } = one;
  const letter = `Geachte heer,\n\n${fact}\n\nMet vriendelijke groet,\n\n${a}\n`;
  const quotedBy = `${reply}\n\n${dutchHead(one)}\n\n${fact}\n`;
  const original = message({ ...one, a: b, b: a }, `${fact}\n`, {
    "Message-ID": "<o@example.org>",
    Date: "Wed, 4 Mar 2026 09:14:00 +0100",
  });
  const mixed = message(one, `Zie hieronder.\n\n${dutchHead(one)}\n\n${fact}\n${reply}\n`, {
    "In-Reply-To": "<o@example.org>",
    References: "<o@example.org>",
  });
  const android = `${dmy(day)} 09:32 - ${a}: ${fact}\n${dmy(day)} 09:33 - ${b}: ${reply}\n${dmy(day)} 09:40 - ${a}: Goed dan.`;
  const iphone = `[${dmy(day)} 09:32:11] ${a}: ${fact}\n[${dmy(day)} 09:33:05] ${b}: ${reply}\n[${dmy(day)} 09:40:59] ${a}: Goed dan.`;
  const signal = `[${day}, 09:32] ${a}: ${fact}\n[${day}, 09:33] Me: ${reply}\n[${day}, 09:34] ${a}: Goed dan.`;
  const sms = `<?xml version="1.0"?><smses count="2"><sms address="+31600000001" date="${Date.parse(`${day}T10:00:00Z`)}" type="1" body="${fact}" contact_name="${a}" readable_date="" /><sms address="+31600000001" date="${Date.parse(`${day}T10:05:00Z`)}" type="2" body="${reply}" contact_name="${a}" readable_date="" /></smses>`;
  const minutes = `Verslag ${nl}\nAanwezig: ${firstOf(a)}, ${firstOf(b)}\n\n${firstOf(a)}: ${fact}\n${firstOf(b)}: ${reply}\n${firstOf(a)}: Dan laten we het zo.\nEinde: 16.20 uur\n`;
  const odd = [`${firstOf(a)}: ${fact}`, "Er werd geknikt."].join("\n");
  const teams = `<html><body><div data-tid="chat-pane-item"><span data-tid="message-author-name">${a}</span><time datetime="${day}T09:32:45.000Z">9:32</time><div data-tid="chat-pane-message"><p>${fact}</p></div></div><div data-tid="chat-pane-item"><span data-tid="message-author-name">${b}</span><time datetime="${day}T09:33:45.000Z">9:33</time><div data-tid="chat-pane-message"><p>${reply}</p></div></div></body></html>`;
  const answer = (status: string): Uint8Array =>
    event(
      [`ORGANIZER;CN=${b}:mailto:${addressOf(b)}`, `ATTENDEE;CN=${a};PARTSTAT=${status}:mailto:${addressOf(a)}`],
      "REPLY",
    );
  const bank = `Datum;Naam;Bedrag\n${dmy(day)};${a};-1.250,00\n${dmy("2026-12-24")};${b};13,00\n`;
  const typo =
    fact
      .split(" ")
      .map((word) => (word.length > 6 ? `${word.slice(0, 3)}${word.slice(4)}` : word))
      .find((word, i) => word !== fact.split(" ")[i]) ?? "";
  const pgp = `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n${fact}\n-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEEabcdefabcdefabcdefabcdef\n-----END PGP SIGNATURE-----\n`;
  const mbox = `From x@example.org Wed Mar  4 10:00:00 2026\n${Buffer.from(message(one, `${fact}\n`))
    .toString("utf8")
    .replaceAll("\r\n", "\n")}\n\n`;
  return [
    [
      "replies",
      "words below a Dutch head are of who is named there",
      [file("m.eml", message(one, quotedBy))],
      saidBy(fact, b),
    ],
    ["replies", "words above a head are the sender's", [file("m.eml", message(one, quotedBy))], own(reply)],
    [
      "replies",
      "words behind > are of who is named in the line above",
      [file("m.eml", message(one, `${reply}\n\nOp ${nl} om 09:14 schreef ${b} <${addressOf(b)}>:\n> ${fact}\n`))],
      saidBy(fact, b),
    ],
    [
      "replies",
      "an answer between lines of > is the sender's",
      [
        file(
          "m.eml",
          message(one, `Op ${nl} om 09:14 schreef ${b} <${addressOf(b)}>:\n> ${fact}\n\n${reply}\n\n> Tot morgen.\n`),
        ),
      ],
      own(reply),
    ],
    [
      "replies",
      "announced in red: the block below is of nobody who is known",
      [
        file(
          "n.eml",
          html(
            one,
            `<p>Zie mijn antwoorden hieronder in rood.</p><div><p><b>Van:</b> ${b} &lt;${addressOf(b)}&gt;<br><b>Verzonden:</b> woensdag ${nl} 09:14<br><b>Aan:</b> ${a}<br><b>Onderwerp:</b> Zaak</p></div><p>Hoi.</p><p>Mijn regel is anders.</p>`,
          ),
        ),
      ],
      nobodys("Mijn regel is anders."),
    ],
    [
      "replies",
      "a line in a colour of its own below a head is nobody's",
      [file("m.eml", outlookHtml(one, `<p>${fact}</p><p><span style="color:red">${reply}</span></p>`))],
      nobodys(reply),
    ],
    [
      "replies",
      "a line in a colour of its own leaves the others to who is quoted",
      [
        file(
          "m.eml",
          outlookHtml(
            one,
            `<p>${fact}</p><p><span style="color:#C00000">${reply}</span></p><p>Groeten, ${firstOf(b)}</p>`,
          ),
        ),
      ],
      saidBy(fact, b),
    ],
    [
      "replies",
      "a line that the original lacks is nobody's",
      [file("o.eml", original), file("m.eml", mixed)],
      async (imported) =>
        (await spansOf(imported, reply)).every(({ voice }) => voice === Voice.UNSPECIFIED) &&
        (await spansOf(imported, reply)).length > 0,
    ],
    [
      "replies",
      "a line that the original has stays with who wrote it",
      [file("o.eml", original), file("m.eml", mixed)],
      async (imported) =>
        (await spansOf(imported, fact)).some(({ voice, speaker }) => voice === Voice.QUOTED && speaker.includes(b)),
    ],
    [
      "replies",
      "a forwarded mail's words are of who sent it first",
      [
        file(
          "m.eml",
          message(
            one,
            `Ter info.\n\n---------- Forwarded message ---------\nVan: ${b} <${addressOf(b)}>\nDate: wo 4 mrt 2026 om 09:14\nSubject: Zaak\nTo: ${a} <${addressOf(a)}>\n\n${fact}\n`,
          ),
        ),
      ],
      saidBy(fact, b),
    ],
    [
      "replies",
      "initials in brackets behind announced answers are nobody's",
      [
        file(
          "m.eml",
          message(
            one,
            `Mijn antwoorden staan hieronder achter mijn initialen.\n\n${dutchHead(one)}\n\n${fact}\n[${a[0]}] ${reply}\n`,
          ),
        ),
      ],
      nobodys(reply),
    ],
    [
      "chats",
      "Android's export names who says what, and when",
      [file(`WhatsApp-chat met ${b}.txt`, android)],
      saidBy(fact, a, day),
    ],
    ["chats", "the second speaker of Android's export", [file("WhatsApp-chat.txt", android)], saidBy(reply, b, day)],
    ["chats", "an iPhone's export names who says what, and when", [file("_chat.txt", iphone)], saidBy(reply, b, day)],
    [
      "chats",
      "an export in a zip with its pictures",
      [file("WhatsApp Chat.zip", makeZip([{ name: "_chat.txt", bytes: utf8(iphone) }]))],
      saidBy(fact, a, day),
    ],
    ["chats", "Signal", [file("signal.txt", signal)], saidBy(fact, a, day)],
    [
      "chats",
      "the one who exports from Signal is called as the file calls him",
      [file("signal.txt", signal)],
      saidBy(reply, "Me", day),
    ],
    ["chats", "a telephone's backup", [file("sms.xml", sms)], saidBy(fact, a, day)],
    [
      "chats",
      "what the telephone sent is no contact's",
      [file("sms.xml", sms)],
      async (imported) =>
        !(await spansOf(imported, reply)).some(({ speaker }) => speaker.includes(a)) &&
        (await spansOf(imported, reply)).length > 0,
    ],
    ["chats", "the page of Teams", [file("Teams.html", teams)], saidBy(reply, b, day)],
    [
      "chats",
      "a chat is listed with its days",
      [file("_chat.txt", iphone)],
      known(({ summary }) => summary?.firstDay === day && summary.lastDay === day),
    ],
    [
      "chats",
      "a chat lists who speaks",
      [file("_chat.txt", iphone)],
      known(({ summary }) => [a, b].every((name) => summary?.speakers.includes(name))),
    ],
    ["minutes", "lines of two who take turns are theirs", [file("verslag.txt", minutes)], saidBy(reply, firstOf(b))],
    [
      "minutes",
      "a closing line is nobody's",
      [file("verslag.txt", minutes)],
      async (imported) => !(await spansOf(imported, "16.20 uur")).some(({ speaker }) => speaker !== ""),
    ],
    [
      "minutes",
      "in Word too",
      [
        file(
          "verslag.docx",
          docxOf(
            minutes
              .split("\n")
              .map((line) => paragraph(run(line)))
              .join(""),
          ),
        ),
      ],
      saidBy(fact, firstOf(a)),
    ],
    [
      "minutes",
      "in a PDF too",
      [file("verslag.pdf", pdfOf([minutes.split("\n").filter((line) => line !== "")]))],
      saidBy(fact, firstOf(a)),
    ],
    [
      "minutes",
      "one line alone gives nobody a voice",
      [file("notitie.txt", odd)],
      async (imported) => (await spansOf(imported, fact)).every(({ speaker }) => speaker === ""),
    ],
    ["calendars", "who declined", [file("a.ics", answer("DECLINED"))], stands("DECLINED")],
    ["calendars", "who accepted", [file("a.ics", answer("ACCEPTED"))], stands("ACCEPTED")],
    [
      "calendars",
      "an appointment has its summary",
      [file("a.ics", event([`DESCRIPTION:${fact}`], "PUBLISH"))],
      stands(fact),
    ],
    [
      "signed",
      "letters of a PGP signature are no words",
      [file("m.eml", message(one, pgp))],
      async (imported) =>
        (await spansOf(imported, "iQEzBAEBCAAdFiEEabcdefabcdefabcdefabcdef")).every(
          ({ voice }) => voice !== Voice.AUTHOR,
        ),
    ],
    ["signed", "words between PGP's lines are the sender's", [file("m.eml", message(one, pgp))], own(fact)],
    [
      "signed",
      "a PGP message is called encrypted",
      [
        file(
          "m.eml",
          message(one, "-----BEGIN PGP MESSAGE-----\n\nhQEMA0123456789abcdef\n=abcd\n-----END PGP MESSAGE-----\n"),
        ),
      ],
      toldAs(/encrypt/i),
    ],
    [
      "signed",
      "an attached encrypted.asc is called encrypted",
      [
        file(
          "m.eml",
          withAttached(
            one,
            "encrypted.asc",
            "application/octet-stream",
            utf8("-----BEGIN PGP MESSAGE-----\n\nhQEMA0123\n-----END PGP MESSAGE-----\n"),
          ),
        ),
      ],
      toldAs(/encrypt/i),
    ],
    [
      "signed",
      "S/MIME that is encrypted is called so",
      [file("smime.p7m", Buffer.from("3081a106092a864886f70d010703a08193308190", "hex"))],
      toldAs(/encrypt/i),
    ],
    [
      "html",
      "words in <s> are struck",
      [file("m.eml", html(one, `<p>Dit is <s>${fact}</s> ${reply}</p>`))],
      flagged(fact, SpanFlag.STRUCK),
    ],
    [
      "html",
      "words in <del> are struck",
      [file("b.html", `<html><body><p><del>${fact}</del> <ins>${reply}</ins></p></body></html>`)],
      flagged(fact, SpanFlag.STRUCK),
    ],
    [
      "html",
      "struck by style",
      [file("m.eml", html(one, `<p><span style="text-decoration: line-through">${fact}</span></p><p>${reply}</p>`))],
      flagged(fact, SpanFlag.STRUCK),
    ],
    [
      "html",
      "words beside struck ones are not",
      [file("m.eml", html(one, `<p><s>${fact}</s></p><p>${reply}</p>`))],
      async (imported) => !(await flagged(reply, SpanFlag.STRUCK)(imported)) && (await stands(reply)(imported)),
    ],
    [
      "html",
      "white on white is unseen",
      [file("m.eml", html(one, `<p>${reply}</p><p style="color:#ffffff;background:#fff">${fact}</p>`))],
      async (imported) => (await spansOf(imported, fact)).every(({ flags }) => flags.includes(SpanFlag.UNSEEN)),
    ],
    [
      "html",
      "hidden words are left out or marked",
      [file("m.eml", html(one, `<p>${reply}</p><p style="display:none">${fact}</p>`))],
      async (imported) => (await spansOf(imported, fact)).every(({ flags }) => flags.includes(SpanFlag.UNSEEN)),
    ],
    [
      "html",
      "an alternative text is kept",
      [file("m.eml", html(one, `<p>${reply}</p><img src="cid:1" alt="${fact}">`))],
      stands(fact),
    ],
    [
      "html",
      "the address of a link is kept",
      [
        file(
          "b.html",
          `<html><body><p>${reply} <a href="https://example.org/${firstOf(a)}/zaak">hier</a></p></body></html>`,
        ),
      ],
      ({ docs, rows }) => linkKept(docs, rows, `https://example.org/${firstOf(a)}/zaak`),
    ],
    [
      "told",
      "a .heic is told as a picture",
      [file("foto.heic", Buffer.from("0000001c6674797068656963000000006d696631", "hex"))],
      toldAs(/pictur|photo/i),
    ],
    [
      "told",
      "a voice message is told as sound",
      [file("bericht.opus", Buffer.from("OggS\0\x02junk"))],
      toldAs(/sound|record|spoken|voice/i),
    ],
    [
      "told",
      "an .xls of old is told with what to do",
      [file("uren.xls", Buffer.from("d0cf11e0a1b11ae1".padEnd(1024, "0"), "hex"))],
      toldAs(/\.xlsx|save/i),
    ],
    [
      "told",
      "a .rar is told with what to do",
      [file("stukken.rar", Buffer.from("526172211a0700cf907300", "hex"))],
      toldAs(/unpack|\.zip|extract/i),
    ],
    [
      "told",
      "a .gdoc is told as a pointer",
      [file("brief.gdoc", '{"url":"https://docs.google.com/x"}')],
      toldAs(/google|download|export/i),
    ],
    ["told", "an empty file is called empty", [file("leeg.txt", "")], toldAs(/empty/i)],
    [
      "told",
      "a file of bytes that mean nothing is refused with what to do",
      [file(`x${firstOf(a)}.bin`, Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 37) % 256)))],
      toldAs(/save|import|export/i),
    ],
    ["content first", "a PDF without a suffix", [file("brief", pdfOf([[fact]]))], stands(fact)],
    ["content first", "a PDF that is called .txt", [file("brief.txt", pdfOf([[fact]]))], stands(fact)],
    ["content first", "a message without a suffix", [file("bericht", message(one, `${fact}\n`))], own(fact)],
    [
      "content first",
      "rich text that is called .doc",
      [file("brief.doc", `{\\rtf1\\ansi ${fact}\\par}`)],
      stands(fact),
    ],
    [
      "content first",
      "a calendar without a suffix",
      [file("agenda", event([`DESCRIPTION:${fact}`], "PUBLISH"))],
      stands(fact),
    ],
    [
      "content first",
      "a Word file that is called .zip",
      [file("brief.zip", docxOf(paragraph(run(fact))))],
      stands(fact),
    ],
    [
      "containers",
      "a message of a Maildir",
      [file(`Mail/cur/1765.M1P7.host:2,S`, message(one, `${fact}\n`))],
      own(fact),
    ],
    [
      "containers",
      "a message of a Maildir++ subfolder",
      [file(`Mail/.Archief/cur/1766.M1P7.host:2,S`, message(one, `${fact}\n`))],
      own(fact),
    ],
    ["containers", "an .emlx", [file("1.emlx", emlx(message(one, `${fact}\n`)))], own(fact)],
    ["containers", "a .tgz", [file("mail.tgz", gzipSync(tarOf("a/m.eml", message(one, `${fact}\n`))))], own(fact)],
    ["containers", "a .gz of a mailbox", [file("mail.mbox.gz", gzipSync(utf8(mbox)))], own(fact)],
    ["containers", "a mailbox without a suffix", [file("Inbox", mbox)], own(fact)],
    [
      "containers",
      "a zip in a mail",
      [
        file(
          "m.eml",
          withAttached(one, "stukken.zip", "application/zip", makeZip([{ name: "brief.txt", bytes: utf8(letter) }])),
        ),
      ],
      stands(fact),
    ],
    [
      "containers",
      "a mail in a mail",
      [
        file(
          "m.eml",
          message(
            one,
            `--x\nContent-Type: text/plain\n\nZie.\n--x\nContent-Type: message/rfc822\n\n${Buffer.from(
              message({ ...one, a: b, b: a }, `${fact}\n`),
            )
              .toString("utf8")
              .replaceAll("\r\n", "\n")}\n--x--\n`,
            { "Content-Type": "multipart/mixed; boundary=x" },
          ),
        ),
      ],
      stands(fact),
    ],
    [
      "containers",
      "a file inside a PDF",
      [file("bundel.pdf", pdfOf([["Zie de bijlage."]], "", [{ name: "brief.txt", bytes: utf8(letter) }]))],
      stands(fact),
    ],
    [
      "office",
      "cells of a workbook",
      [
        file(
          "uren.xlsx",
          makeXlsx([
            {
              name: "Uren",
              xml: `<sheetData>${sheetRow(1, ["Datum", "Wat"])}${sheetRow(2, [dmy(day), fact])}</sheetData>`,
            },
          ]),
        ),
      ],
      stands(fact),
    ],
    [
      "office",
      "a cell is a place",
      [
        file(
          "uren.xlsx",
          makeXlsx([
            { name: "Uren", xml: `<sheetData>${sheetRow(1, ["Wie", "Wat"])}${sheetRow(2, [a, fact])}</sheetData>` },
          ]),
        ),
      ],
      async (imported) => /B2/.test((await spansOf(imported, fact))[0]?.address ?? ""),
    ],
    [
      "office",
      "words of a hidden sheet are marked",
      [
        file(
          "uren.xlsx",
          makeXlsx([
            { name: "Uren", xml: `<sheetData>${sheetRow(1, ["a", "b"])}</sheetData>` },
            { name: "Stil", state: "hidden", xml: `<sheetData>${sheetRow(1, [fact, "c"])}</sheetData>` },
          ]),
        ),
      ],
      flagged(fact, SpanFlag.UNSEEN),
    ],
    [
      "office",
      "a struck run of Word",
      [file("brief.docx", docxOf(paragraph(run(fact, "<w:strike/>") + run(` ${reply}`))))],
      flagged(fact, SpanFlag.STRUCK),
    ],
    ["office", "a note of Word", [file("brief.docx", docxOf(paragraph(run(reply)), { note: fact }))], stands(fact)],
    [
      "rows",
      "a row of a bank's list is of its day",
      [file("bank.csv", bank)],
      async (imported) => (await spansOf(imported, `${dmy(day)} | ${a} | -1.250,00`))[0]?.segmentDateText === day,
    ],
    [
      "rows",
      "a bank's list is listed with its days",
      [file("bank.csv", bank)],
      known(({ summary }) => summary?.firstDay === [day, "2026-12-24"].toSorted()[0]),
    ],
    [
      "rows",
      "the heading of a bank's list has no day",
      [file("bank.csv", bank)],
      async (imported) => (await spansOf(imported, "Datum | Naam | Bedrag"))[0]?.segmentDateText === "",
    ],
    [
      "same message",
      "one message of two folders is found once",
      [
        file("Inbox/1.eml", message(one, `${fact}\n`)),
        file("Archief/1.eml", message(one, `${fact}\n`, { "X-Folder": "Archief" })),
      ],
      finds(`"${fact.replace(".", "")}"`, 1),
    ],
    [
      "same message",
      "its copy is told",
      [
        file("Inbox/1.eml", message(one, `${fact}\n`)),
        file("Archief/1.eml", message(one, `${fact}\n`, { "X-Folder": "Archief" })),
      ],
      known(({ summary }) => summary?.sameMessageAsDocUid !== ""),
    ],
    [
      "same message",
      "another text is another message",
      [file("Inbox/1.eml", message(one, `${fact}\n`)), file("Archief/1.eml", message(one, `${fact}\n${reply}\n`))],
      finds(`"${fact.replace(".", "")}"`, 2),
    ],
    [
      "same message",
      "labels of Gmail are told",
      [file("1.eml", message(one, `${fact}\n`, { "X-Gmail-Labels": "Inbox,Zaak" }))],
      known(({ labels }) => labels.includes("Zaak")),
    ],
    [
      "search",
      "a misspelt word is answered with the right one",
      [file("brief.txt", letter)],
      finds(typo.replace(".", ""), 1),
    ],
    [
      "search",
      "a day in numbers meets a day in words",
      [file("brief.txt", `Op ${nl} is betaald.`)],
      finds(dmy(day).replaceAll(/(^|-)0/g, "$1"), 1),
    ],
    [
      "search",
      "a day in words meets a day in numbers",
      [file("brief.txt", `Op ${dmy(day)} is betaald.`)],
      finds(`"${nl}"`, 1),
    ],
    [
      "search",
      "an account meets its groups",
      [file("brief.txt", "Op NL91ABNA0417164300 gestort.")],
      finds("NL91 ABNA 0417 1643 00", 1),
    ],
    [
      "search",
      "a sum without its points",
      [file("brief.txt", "Een bedrag van € 1.250,00 is betaald.")],
      finds("1250,00", 1),
    ],
    [
      "search",
      "what is shown is a whole sentence",
      [file("brief.txt", `${"Een zin vooraf. ".repeat(20)}${fact} ${"Een zin achteraf. ".repeat(20)}`)],
      finds(fact.split(" ")[1] ?? "", 1, fact),
    ],
    [
      "pdf",
      "words of a turned page are parted",
      [file("tabel.pdf", pdfOf([`BT /F1 12 Tf 0 1 -1 0 100 100 Tm (${firstOf(a)}) Tj 80 0 Td (1250) Tj ET`]))],
      stands(`${firstOf(a)}`, "1250"),
    ],
    [
      "pdf",
      "signs without a name are told",
      [file("tekens.pdf", pdfOf([`BT /F1 12 Tf 50 700 Td (${fact} \\201\\202\\203\\204\\205\\206\\207\\210) Tj ET`]))],
      stands(fact),
    ],
    [
      "pdf",
      "a page without words is told",
      [file("scan.pdf", pdfOf([[fact], []]))],
      known(({ pagesWithoutText, notes }) => pagesWithoutText.length === 1 || notes.some((note) => /page/.test(note))),
    ],
  ];
};

const linkKept = async (docs: Imported["docs"], rows: Imported["rows"], address: string): Promise<boolean> => {
  for (const { docUid } of rows) {
    const answer = await docs.getDocText({ docUid });
    if (JSON.stringify(answer, (_, value) => (typeof value === "bigint" ? String(value) : value)).includes(address))
      return true;
  }
  return false;
};

/** The whole set. */
export const oneClaims: readonly OneClaim[] = variants.flatMap((one, at) =>
  claimsOf(one).map(([group, name, files, holds]) => ({
    group,
    claim: name,
    name: `${name} (${at + 1})`,
    files,
    holds,
  })),
);
