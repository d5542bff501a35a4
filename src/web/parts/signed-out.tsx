import { createRoot, type Root } from "react-dom/client";
import { fromConnectError } from "../../wire/error.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useSay } from "../words/say.ts";

addLateTexts();

let shown: { readonly place: Element; readonly root: Root } | undefined;

/**
 * Sees to a call that was refused to somebody who has to sign in for the page. One that shows nothing of anybody yet goes there, and comes back; one at
 * which somebody was at work stays as it stands, and says so over it.
 */
export const seeToSignIn = (error: unknown, { wasLetIn }: { readonly wasLetIn: boolean }): void => {
  const { signIn } = fromConnectError(error).facts;
  if (signIn === undefined || shown !== undefined) return;
  const { pathname, search, hash } = globalThis.location;
  const at = `${signIn}?${new URLSearchParams({ to: pathname + search + hash })}`;
  if (!wasLetIn) {
    globalThis.location.replace(at);
    return;
  }
  const place = document.createElement("div");
  document.body.prepend(place);
  shown = { place, root: createRoot(place) };
  shown.root.render(<SignedOut at={at} />);
};

/** Takes the words over a page away, whose person is signed in again. */
export const signedInAgain = (): void => {
  shown?.root.unmount();
  shown?.place.remove();
  shown = undefined;
};

/** Leads to a sign-in in a tab of its own, after which this one goes on. */
const SignedOut = ({ at }: { readonly at: string }) => {
  const say = useSay();
  return (
    <div className="trouble signed-out" role="alert">
      <p>{say("access-page.your-sign-in-has-ended")}</p>
      <a href={at} target="_blank" rel="noopener">
        {say("access-page.sign-in-again")}
      </a>
    </div>
  );
};
