/** How often each key is there; keys that are not there take no memory. */
export class Tally {
  readonly #counts = new Map<unknown, number>();

  of(key: unknown): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Counts one more, and returns what takes it away again. */
  add(key: unknown): () => void {
    this.#counts.set(key, this.of(key) + 1);
    return () => {
      const left = this.of(key) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    };
  }
}
