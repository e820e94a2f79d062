import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file of JSON that only its owner may read, and that is always whole. */
export class JsonFile<Content> {
  readonly #path: string;
  #saved = '';

  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  }

  read(): Content | undefined {
    return existsSync(this.#path) ? JSON.parse(readFileSync(this.#path, 'utf8')) : undefined;
  }

  save(content: Content): void {
    const text = JSON.stringify(content, null, 2);
    if (text === this.#saved) return;
    writeFileSync(`${this.#path}.new`, text, { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
    this.#saved = text;
  }
}
