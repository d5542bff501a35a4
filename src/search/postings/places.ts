import { peoplePlace } from "./posting-bytes.ts";

/** Documents, each with a place of a word in it, or of the last word of several; both ascending unless it is said otherwise. */
export interface Places {
  readonly docs: Int32Array;
  readonly places: Int32Array;
}

/** Places that are gathered one by one. A common word has millions: each takes eight bytes, and adding one moves nothing but when room is made. */
export class PlaceList {
  #docs = new Int32Array(64);
  #places = new Int32Array(64);
  #size = 0;

  readonly add = (doc: number, place: number): void => {
    if (this.#size === this.#docs.length) {
      this.#docs = withRoom(this.#docs);
      this.#places = withRoom(this.#places);
    }
    this.#docs[this.#size] = doc;
    this.#places[this.#size++] = place;
  };

  /** What was added, in its order; valid until something is added. */
  all(): Places {
    return { docs: this.#docs.subarray(0, this.#size), places: this.#places.subarray(0, this.#size) };
  }
}

const withRoom = (full: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(full.length * 2);
  larger.set(full);
  return larger;
};

/** All of several lists, one behind another. */
export const joined = (all: readonly Places[]): Places => {
  const [only] = all;
  if (all.length === 1 && only !== undefined) return only;
  const size = all.reduce((sum, { docs }) => sum + docs.length, 0);
  const found: Places = { docs: new Int32Array(size), places: new Int32Array(size) };
  let at = 0;
  for (const { docs, places } of all) {
    found.docs.set(docs, at);
    found.places.set(places, at);
    at += docs.length;
  }
  return found;
};

/** Numbers of places are below this: those of people begin at half of it. */
const placesOfOne = 2 * peoplePlace;
/** Documents of which number and place fit into one number that is exact. */
const docsExact = (Number.MAX_SAFE_INTEGER + 1) / placesOfOne;

/** In ascending order: as one number each, since numbers are sorted ten times as fast as pairs are compared. */
export const inOrder = ({ docs, places }: Places): Places => {
  if (docs.some((doc) => doc >= docsExact)) return pairsInOrder({ docs, places });
  const both = new Float64Array(docs.length);
  for (let at = 0; at < both.length; at++) both[at] = (docs[at] as number) * placesOfOne + (places[at] as number);
  both.sort();
  const found: Places = { docs: new Int32Array(both.length), places: new Int32Array(both.length) };
  for (let at = 0; at < both.length; at++) {
    const one = both[at] as number;
    const doc = Math.floor(one / placesOfOne);
    found.docs[at] = doc;
    found.places[at] = one - doc * placesOfOne;
  }
  return found;
};

const pairsInOrder = ({ docs, places }: Places): Places => {
  const order = Int32Array.from(docs.keys());
  order.sort((a, b) => (docs[a] as number) - (docs[b] as number) || (places[a] as number) - (places[b] as number));
  return { docs: order.map((at) => docs[at] as number), places: order.map((at) => places[at] as number) };
};

/** Places of `after` that directly follow a place of `before`, in one document and field. */
export const following = (before: Places, after: Places): Places => {
  const found = new PlaceList();
  let at = 0;
  for (let number = 0; number < after.docs.length; number++) {
    const doc = after.docs[number] as number;
    const place = (after.places[number] as number) - 1;
    while (at < before.docs.length && isBefore(before, at, doc, place)) at++;
    if (at === before.docs.length) break;
    if (before.docs[at] === doc && before.places[at] === place) found.add(doc, place + 1);
  }
  return found.all();
};

/** Whether the one at a number comes before a place of a document. */
export const isBefore = ({ docs, places }: Places, at: number, doc: number, place: number): boolean =>
  (docs[at] as number) < doc || (docs[at] === doc && (places[at] as number) < place);
