import { Component, type ReactNode } from "react";
import { runInDutch } from "../words/run.ts";

/** What is shown where the page itself failed: what was done is at the server, so that it can be opened again. */
export class Fallen extends Component<{ readonly children: ReactNode }, { readonly isFallen: boolean }> {
  override state = { isFallen: false };

  static getDerivedStateFromError(): { readonly isFallen: boolean } {
    return { isFallen: true };
  }

  override render(): ReactNode {
    if (!this.state.isFallen) return this.props.children;
    return (
      <main className="plain">
        <div className="trouble" role="alert">
          <p>{runInDutch["The page failed. What you did is kept at the server: open it again."]}</p>
          <button type="button" onClick={() => globalThis.location.reload()}>
            {runInDutch["Open it again"]}
          </button>
        </div>
      </main>
    );
  }
}
