/** A mail to Anna Zandstra as a file; `day` as its `Date` begins, such as `Fri, 5 Dec 2025`. */
export const mail = (from: string, day: string, subject: string, body: string) => ({
  path: `${subject}.eml`,
  bytes: Buffer.from(
    `From: ${from}\nTo: Anna Zandstra <anna@example.org>\nSubject: ${subject}\nDate: ${day} 10:00:00 +0100\n\n${body}\n`,
  ),
});
