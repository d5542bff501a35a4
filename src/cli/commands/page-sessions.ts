import type { Timestamp } from "@bufbuild/protobuf/wkt";
import type { Connection } from "../../client/connection.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Shell } from "../shell.ts";
import { table } from "../text/table.ts";

/** `page --list`: the browsers that are let in. */
export const listSessions = async (shell: Shell, { page }: Connection): Promise<void> => {
  const { sessions } = await page.listPageSessions({});
  const { phrase } = shell.speech();
  const rows = sessions.map(({ sessionId, createTime, lastUseTime, expireTime }) => [
    sessionId,
    phrase("screen.let-in-at", { time: minuteOf(createTime) }),
    phrase("screen.last-used-at", { time: minuteOf(lastUseTime) }),
    phrase("screen.ends-at", { time: minuteOf(expireTime) }),
  ]);
  for (const line of table(rows)) shell.say(line);
  if (rows.length === 0) shell.say(phrase("screen.no-browser-is-let-in"));
};

/** `page --end`: signs one browser out, or all. Errors: REQUEST_INVALID for what is no id. */
export const endSessions = async (shell: Shell, { page }: Connection, id: string): Promise<void> => {
  if (id !== "all" && !/^[\w-]{12}$/u.test(id))
    throw new DomainError("REQUEST_INVALID", worded("command-error.is-no-session-page-list-shows-them", { id }));
  const { endedCount } = await page.endPageSessions(id === "all" ? { all: true } : { sessionIds: [id] });
  shell.say(shell.speech().phrase("screen.browsers-are-signed-out", { count: endedCount }));
};

/** By the clock of the server, in UTC. */
const minuteOf = (time: Timestamp | undefined): string =>
  time ? `${new Date(Number(time.seconds) * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC` : "";
