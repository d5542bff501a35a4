/** A made-up case with a truth of its own: which documents may carry which slot of which claim. */
export interface Case {
  readonly name: string;
  readonly profileId: string;
  readonly goal: string;
  readonly referenceDate: string;
  readonly parties: readonly CaseParty[];
  /** The letter that is answered, which the guide tells people to pin; empty: none. */
  readonly letter: string;
  readonly documents: readonly CaseDocument[];
  readonly claims: readonly CaseClaim[];
}

export interface CaseParty {
  readonly role: "AUTHOR" | "OPPONENT" | "REPRESENTATIVE" | "COMPANY_DOCTOR" | "THIRD";
  readonly person: string;
}

export interface CaseDocument {
  /** Name with `.eml` or `.txt`. */
  readonly file: string;
  /** `Name <address>`; empty for a text. */
  readonly from: string;
  readonly to: string;
  /** ISO 8601 day; empty for a text. */
  readonly day: string;
  readonly subject: string;
  readonly body: string;
}

export interface CaseClaim {
  readonly kind: string;
  readonly text: string;
  /** Files that carry a slot, by the name of its template. Slots that are not named here are not judged. */
  readonly right: Readonly<Record<string, readonly string[]>>;
}

export const mail = (
  file: string,
  from: string,
  to: string,
  day: string,
  subject: string,
  body: string,
): CaseDocument => ({
  file: `${file}.eml`,
  ...{ from, to, day, subject, body },
});

export const text = (file: string, body: string): CaseDocument => ({
  file: `${file}.txt`,
  ...{ from: "", to: "", day: "", subject: "", body },
});

/** A document as a file: a mail with its headers, or a text as it is. */
export const bytesOf = ({ file, from, to, day, subject, body }: CaseDocument): Uint8Array => {
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Date: ${mailDate(day)}`,
    `Subject: ${subject}`,
    `Message-ID: <${file}@example.org>`,
  ];
  const mime = ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"];
  const whole = from === "" ? body : [...head, ...mime, "", body, ""].join("\n");
  return new TextEncoder().encode(
    whole.replace(/^(Subject: )(.*)$/mu, (_, name: string, words: string) => `${name}${encoded(words)}`),
  );
};

const encoded = (words: string): string =>
  /^[ -~]*$/u.test(words) ? words : `=?utf-8?B?${Buffer.from(words).toString("base64")}?=`;

const mailDate = (day: string): string =>
  day === "" ? "" : new Date(`${day}T09:00:00Z`).toUTCString().replace("GMT", "+0000");
