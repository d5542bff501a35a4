import { clone, type DescField, ScalarType } from "@bufbuild/protobuf";
import { isReflectMessage, type ReflectList, type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import { type ToolRequestParams, ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { type AnyParams, paramsMessage } from "./define-tool.ts";
import type { Leaf, LeafTree } from "./leaves.ts";
import { bitsOfOne, bitsOfSequence, bitsOfText, bitsOfWords, type Offer } from "./offer.ts";
import { allTools, withTool } from "./tools.ts";
import { wordsIn } from "./words-in.ts";

/** Most words of one text. A search needs three or four; each further one is room for something else. */
export const wordsMax = 8;

/**
 * Bits that a model may have chosen in what left over a whole run, before a person looks: some hundred and sixty words of law. Of sixty honest
 * questions in six runs 1,024 hold none (`npm run campaign -- questions`); a run in which a hostile model spends them comes to no end with a
 * person who says no to all that waits, and with twice as many it does (`-- hostile`).
 */
export const runBitsMax = 2_048;

/** A request as it may leave, made anew of what is offered; nothing of it is the model's but the choice. */
export interface Composed {
  readonly params: ToolRequestParams;
  /** Words of the model that do not leave, in its order. */
  readonly leftOut: readonly string[];
  /** How much the choice can tell, in bits, rounded up. */
  readonly bits: number;
  /** Why nothing of it leaves without a person; undefined: it may. */
  readonly held: Held | undefined;
  /** Words among what would leave of which a person is asked first. */
  readonly asked: readonly string[];
}

/** The reason that stops a request: nothing is left of it, or an id, a quote or a citation that is nobody's but the model's. */
export type Held = "nothing-left" | "id" | "quote" | "citation";

/**
 * Makes a request to a LawBot of elsewhere out of what is offered: texts become offered words without
 * repeats, sorted, or as they were written where the service published its words; citations are written from their parse; ids and quotes are LawBot's own or wait; day, rank and limit are the
 * run's. It never looks at what the case says, so that what leaves depends on the case only through that choice.
 */
export const compose = (params: ToolRequestParams, offer: Offer): Composed => {
  const given = withTool(params);
  // A tool of the Vault: nothing leaves. A client's own is looked at elsewhere.
  if (!given || !leavesAtAll(given.tool.leaves)) return { params, leftOut: [], bits: 0, held: undefined, asked: [] };
  const composed = clone(ToolRequestParamsSchema, params);
  const work = new Composition(offer);
  work.message(given.tool.leaves, reflect(paramsMessage(given.tool.member), composed.params.value as AnyParams));
  const { leftOut, asked, held, said } = work;
  const bits = Math.ceil(work.bits + bitsOfCall);
  return { params: composed, leftOut, bits, held: held ?? (said ? undefined : "nothing-left"), asked };
};

const leavesAtAll = (tree: LeafTree): boolean =>
  typeof tree === "string" ? tree !== "stays" : Object.values(tree).some(leavesAtAll);

/** What the definition says of a field; of one that it does not name, that it stays. */
const leafOf = (tree: LeafTree, { oneof, localName }: DescField): LeafTree => {
  const within = typeof tree === "string" || !oneof ? tree : (tree[oneof.localName] ?? "stays");
  return typeof within === "string" ? within : (within[localName] ?? "stays");
};

/** That there is another call, and of which tool, is a choice too. */
const bitsOfCall = bitsOfOne(allTools.filter(({ leaves }) => leavesAtAll(leaves)).length + 1);

/** How many of a list there are is a choice too; the wire allows 50. */
const bitsOfList = Math.log2(51);

/** Walks one request and its definition side by side. */
class Composition {
  readonly leftOut: string[] = [];
  readonly asked: string[] = [];
  bits = 0;
  held: Held | undefined;
  /** Whether anything is left that asks for something. */
  said = false;
  readonly #offer: Offer;

  constructor(offer: Offer) {
    this.#offer = offer;
  }

  /** A field that is no text is the run's to set (the rank of a match, how many hits), so it is cleared with all that stays. */
  message(tree: LeafTree, message: ReflectMessage): void {
    for (const field of message.desc.fields.filter((each) => message.isSet(each))) {
      const leaf = leafOf(tree, field);
      if (field.fieldKind === "list" && leavesAtAll(leaf)) this.#list(leaf, message.get(field));
      else if (field.fieldKind === "message" && leavesAtAll(leaf)) this.message(leaf, message.get(field));
      else if (field.fieldKind === "scalar" && field.scalar === ScalarType.STRING && typeof leaf === "string")
        this.#field(leaf, message, field);
      else message.clear(field);
    }
  }

  #field(kind: Leaf, message: ReflectMessage, field: DescField & { fieldKind: "scalar" }): void {
    const text = this.#text(kind, String(message.get(field)));
    if (text === "") message.clear(field);
    else message.set(field, text);
  }

  #list(tree: LeafTree, list: ReflectList): void {
    this.bits += bitsOfList;
    const items = [...list];
    list.clear();
    for (const item of items)
      if (isReflectMessage(item)) {
        this.message(tree, item);
        list.add(item);
      } else if (typeof tree === "string" && typeof item === "string") {
        const text = this.#text(tree, item);
        if (text !== "") list.add(text);
      }
  }

  #text(kind: Leaf, text: string): string {
    if (text === "" || kind === "stays" || kind === "day" || kind === "number") return "";
    if (kind === "words") return this.#words(text);
    if (kind === "citation") return this.#citation(text);
    if (kind === "id") return this.#own(text, "id", this.#offer.ids.has(text), bitsOfOne(this.#offer.ids.size));
    return this.#own(text, "quote", this.#offer.hasText(text), bitsOfText(this.#offer.chars, text.length));
  }

  #words(text: string): string {
    const found = wordsIn(text).map((word) => ({ word, offered: this.#offer.word(word) }));
    const wanted = [...new Set(found.flatMap(({ offered }) => offered ?? []))];
    // The longest say most; which they are is no choice of the model's.
    const kept = wanted.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, wordsMax);
    this.leftOut.push(...found.filter(({ offered }) => !offered || !kept.includes(offered)).map(({ word }) => word));
    for (const { word, offered } of found)
      if (offered && kept.includes(offered) && this.#offer.isAsked(word, offered)) this.asked.push(offered);
    const { wordCount, isOrdered } = this.#offer;
    this.bits += (isOrdered ? bitsOfSequence : bitsOfWords)(wordCount, kept.length, wordsMax);
    if (kept.length > 0) this.said = true;
    const inOrder = isOrdered ? wanted.filter((word) => kept.includes(word)) : kept.toSorted();
    return inOrder.join(" ");
  }

  #citation(text: string): string {
    const read = this.#offer.citation(text);
    if (read === undefined) {
      this.leftOut.push(text);
      return "";
    }
    this.bits += read.bits;
    this.said = true;
    return read.text;
  }

  #own(text: string, kind: "id" | "quote", isOwn: boolean, bits: number): string {
    if (!isOwn) this.held ??= kind;
    this.bits += bits;
    this.said = true;
    return text;
  }
}
