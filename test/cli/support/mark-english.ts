import english from "../../../messages/en.json" with { type: "json" };
import { putInDutch } from "../../support/mark-messages.ts";

// A language that nobody speaks stands in the place of Dutch: each of its texts is the English one between marks. What a screen
// shows outside marks was said by no message, and would be English in any language.
putInDutch(Object.fromEntries(Object.entries(english).map(([id, text]) => [id, `⟦${text}⟧`])));
