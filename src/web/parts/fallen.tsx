import { Component, type ReactNode } from "react";
import { speechOf } from "../../messages/speech.ts";

/** What is shown where the page itself failed: what was done is at the server, so that it can be opened again. */
export class Fallen extends Component<{ readonly children: ReactNode }, { readonly isFallen: boolean }> {
  override state = { isFallen: false };

  static getDerivedStateFromError(): { readonly isFallen: boolean } {
    return { isFallen: true };
  }

  override render(): ReactNode {
    if (!this.state.isFallen) return this.props.children;
    const say = speechOf(document.documentElement.lang).phrase;
    return (
      <main className="plain">
        <div className="trouble" role="alert">
          <p>{say("page.the-page-failed-what-you-did-is-kept-at-the")}</p>
          <button type="button" onClick={() => globalThis.location.reload()}>
            {say("page.open-it-again")}
          </button>
        </div>
      </main>
    );
  }
}
