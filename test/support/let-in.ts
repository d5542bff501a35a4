import { originHalf } from "#kit/page-session.ts";

/** Opens an address of the page as a browser does, and gives what its page then sends along: both halves of the session. */
export const lettingIn = async (address: string): Promise<Record<string, string>> => {
  const answer = await fetch(address);
  return {
    "sec-fetch-site": "same-origin",
    cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "",
    [originHalf.header]: /data-half="([\w-]{43})"/u.exec(await answer.text())?.[1] ?? "",
  };
};
