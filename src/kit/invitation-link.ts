/** What the link of an invitation carries behind `#`, where no server, no log and no Referer has it. */
export interface InvitationWords {
  readonly invitationId: string;
  readonly secret: string;
}

/** The page that a link leads to. */
export const invitationPath = "/invitation";

const words = /^(?<invitationId>inv-[0-9a-f]{32})\.(?<secret>[A-Za-z0-9_-]{43})$/u;

/** The part behind `#`, or the kept one; undefined: it is no invitation. */
export const readInvitation = (text: string): InvitationWords | undefined => {
  const { invitationId, secret } = words.exec(text)?.groups ?? {};
  return invitationId === undefined || secret === undefined ? undefined : { invitationId, secret };
};

/** The link that is sent to somebody. `pageUrl` has no slash at its end. */
export const invitationLink = (pageUrl: string, { invitationId, secret }: InvitationWords): string =>
  `${pageUrl}${invitationPath}#${invitationId}.${secret}`;
