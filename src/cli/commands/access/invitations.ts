import { createHash, randomBytes } from "node:crypto";
import { type Command, Option } from "commander";
import type { Day } from "#kit/day.ts";
import { invitationLink } from "#kit/invitation-link.ts";
import { Relation_Kind as Kind } from "../../../../gen/pincite/access/v1/relation_pb.ts";
import { runIdOf } from "../../../client/run-view.ts";
import { givesMessage } from "../../proto/output.ts";
import type { Shell } from "../../shell.ts";
import { dayOf } from "../day-option.ts";
import { withExample } from "../example.ts";
import { served } from "./access-options.ts";

/** `access invite`, `access invitations`, `access revoke-invitation`: links that let somebody into one run. */
export const addInvitationCommands = (access: Command, shell: Shell): void => {
  addInvite(access, shell);
  addInvitations(access, shell);
  addRevoke(access, shell);
};

const kinds = { reader: Kind.READER, reviewer: Kind.REVIEWER, editor: Kind.EDITOR } as const;

interface InviteOptions {
  readonly as: keyof typeof kinds;
  readonly until?: Day;
}

const addInvite = (access: Command, shell: Shell): void => {
  const invite = access
    .command("invite")
    .argument("<run>", "a run id, or latest")
    .addOption(
      new Option("--as <kind>", "what whoever opens it becomes").choices(Object.keys(kinds)).makeOptionMandatory(),
    )
    .option(
      "--until <day>",
      "the last day on which it opens, in UTC; else for a week, and for thirty days at most",
      dayOf,
    )
    .description("Make a link that lets in whoever signs in and opens it first. It is shown this once.");
  // The link is made here, of a secret that no answer of the server holds: there is no encoded message of it.
  withExample(invite, "pincite access invite latest --as reader --until 2026-12-20");
  invite.action((run: string, { as, until }: InviteOptions, self: Command) =>
    shell.connected(self, async (connection) => {
      const { invitationLines } = await import("../../print/invitation-lines.ts");
      const runId = await runIdOf(connection, run);
      const secret = randomBytes(32).toString("base64url");
      const secretSha256 = createHash("sha256").update(secret).digest("hex");
      const untilIso = until === undefined ? "" : `${until}T23:59:59.999Z`;
      const asked = { idempotencyKey: shell.newKey(), runId, kind: kinds[as], untilIso, secretSha256 };
      const made = await served(connection.access.invite(asked));
      const link = invitationLink(made.pageUrl, { invitationId: made.invitationId, secret });
      for (const line of invitationLines.made(shell.speech(), { ...made, kind: kinds[as], link })) shell.say(line);
    }),
  );
};

const addInvitations = (access: Command, shell: Shell): void => {
  const list = access
    .command("invitations")
    .argument("<run>", "a run id, or latest")
    .description("The invitations into a run, the newest first, and what became of each.");
  givesMessage(list, "ListInvitations");
  withExample(list, "pincite access invitations latest");
  list.action((run: string, _: unknown, self: Command) =>
    shell.connected(self, async (connection) => {
      const { invitationLines } = await import("../../print/invitation-lines.ts");
      const runId = await runIdOf(connection, run);
      const { invitations } = await served(connection.access.listInvitations({ runId }));
      for (const line of invitationLines.list(shell.speech(), invitations)) shell.say(line);
    }),
  );
};

const addRevoke = (access: Command, shell: Shell): void => {
  const revoke = access
    .command("revoke-invitation")
    .argument("<run>", "a run id, or latest")
    .argument("<invitation>", "which one, inv-…")
    .description("Take back an invitation that nobody opened yet. Who came in by one is let go by `access revoke`.");
  givesMessage(revoke, "RevokeInvitation");
  withExample(revoke, "pincite access revoke-invitation latest inv-0f3a5c7e9b1d2f4a6c8e0b2d4f6a8c0e");
  revoke.action((run: string, invitationId: string, _: unknown, self: Command) =>
    shell.connected(self, async (connection) => {
      const runId = await runIdOf(connection, run);
      const asked = { idempotencyKey: shell.newKey(), runId, invitationId };
      const { changed } = await served(connection.access.revokeInvitation(asked));
      shell.say(
        shell.speech().phrase(changed ? "access.invitation-gone" : "access.invitation-was-over", { invitationId }),
      );
    }),
  );
};
