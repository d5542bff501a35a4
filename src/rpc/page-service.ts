import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import type { PageService } from "../../gen/pincite/page/v1/page_service_pb.ts";
import type { Sessions } from "../wire/sessions.ts";

/** PageService: ways into the web page. `nowMs` is the time of day. */
export const pageService = (
  sessions: Sessions,
  nowMs: () => number,
  lifeMs: number,
): ServiceImpl<typeof PageService> => ({
  createPageAddress: ({ page }) => ({
    path: `/session?key=${sessions.invite(page)}`,
    expireTime: timestampFromMs(nowMs() + lifeMs),
  }),
});
