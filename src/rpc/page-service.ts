import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import type { PageService } from "../../gen/pincite/page/v1/page_service_pb.ts";
import { requireAccount } from "../wire/principal.ts";
import type { Sessions } from "../wire/sessions.ts";

/** A session that was taken over makes no other: whoever ends it ends all that came of it. */
const notForPages = "who is let in is decided by whoever has the token, not by a page: run `pincite page`";

/** PageService: ways into the web page. `nowMs` is the time of day. */
export const pageService = (
  sessions: Sessions,
  nowMs: () => number,
  lifeMs: number,
): ServiceImpl<typeof PageService> => ({
  createPageAddress: ({ page }, { values }) => {
    requireAccount(values, notForPages);
    return { path: `/session?key=${sessions.invite(page)}`, expireTime: timestampFromMs(nowMs() + lifeMs) };
  },

  listPageSessions: (_request, { values }) => {
    requireAccount(values, notForPages);
    return {
      sessions: sessions.list().map(({ id, person, openedMs, usedMs, endsMs }) => ({
        sessionId: id,
        issuer: person?.issuer ?? "",
        subject: person?.subject ?? "",
        name: person?.name ?? "",
        createTime: timestampFromMs(openedMs),
        lastUseTime: timestampFromMs(usedMs),
        expireTime: timestampFromMs(endsMs),
      })),
    };
  },

  endPageSessions: ({ sessionIds, all }, { values }) => {
    requireAccount(values, notForPages);
    return { endedCount: sessions.endAll(all ? sessions.list().map(({ id }) => id) : sessionIds) };
  },
});
