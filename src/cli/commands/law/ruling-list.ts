import { Code, ConnectError } from "@connectrpc/connect";
import type { Connection } from "../../../client/connection.ts";
import { rulingLine } from "../../print/ruling-text.ts";
import { counted } from "../../text/counted.ts";

/** The loaded rulings, in order of ECLI. */
export async function* rulingListLines(caseLaw: Connection["caseLaw"]): AsyncGenerator<string> {
  for (let pageToken = ""; ; ) {
    const page = await caseLaw.listRulings({ pageToken, pageSize: 500 });
    for (const ruling of page.rulings) yield rulingLine(ruling);
    pageToken = page.nextPageToken;
    if (pageToken !== "") continue;
    if (page.totalCount > 0) return yield `${counted(page.totalCount, "ruling is", "rulings are")} loaded.`;
    return yield "No ruling is loaded; fetch one (`pincite law fetch ECLI:NL:HR:2016:162`) or import its XML (`pincite law import`).";
  }
}

/** How many rulings stand beside the laws, in a line; none where there are none, or where the server has no case law. */
export const rulingCountLines = async (caseLaw: Connection["caseLaw"]): Promise<string[]> => {
  const count = await caseLaw.listRulings({ pageSize: 1 }).then(({ totalCount }) => totalCount, noCaseLaw);
  if (count === 0) return [];
  return [`${counted(count, "ruling is", "rulings are")} loaded: \`pincite law list --rulings\`.`];
};

const noCaseLaw = (error: unknown): number => {
  if (ConnectError.from(error).code === Code.Unimplemented) return 0;
  throw error;
};
