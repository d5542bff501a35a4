import { Component, type ReactNode } from "react";
import { type RunPhrase, runInDutch } from "../words/run.ts";

/** What is shown where the page itself failed: what was done is at the server, so that it can be opened again. */
export class Fallen extends Component<{ readonly children: ReactNode }, { readonly isFallen: boolean }> {
  override state = { isFallen: false };

  static getDerivedStateFromError(): { readonly isFallen: boolean } {
    return { isFallen: true };
  }

  override render(): ReactNode {
    if (!this.state.isFallen) return this.props.children;
    const say = (english: RunPhrase): string =>
      document.documentElement.lang === "nl" ? runInDutch[english] : english;
    return (
      <main className="plain">
        <div className="trouble" role="alert">
          <p>{say("The page failed. What you did is kept at the server: open it again.")}</p>
          <button type="button" onClick={() => globalThis.location.reload()}>
            {say("Open it again")}
          </button>
        </div>
      </main>
    );
  }
}
