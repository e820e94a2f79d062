/** Counts keys. A key whose count is 0 takes no memory. */
export class Tally {
  readonly #counts = new Map<unknown, number>();

  of(key: unknown): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Adds one to the count of a key, and returns a function that subtracts it again. */
  add(key: unknown): () => void {
    this.#counts.set(key, this.of(key) + 1);
    return () => {
      const left = this.of(key) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    };
  }
}
