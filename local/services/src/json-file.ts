import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A JSON file that only its owner may read, and that is never half written. */
export function jsonFile<Content>(path: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let saved = '';
  return {
    read: (): Content | undefined =>
      existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined,
    save(content: Content): void {
      const text = JSON.stringify(content, null, 2);
      if (text === saved) return;
      writeFileSync(`${path}.new`, text, { mode: 0o600 });
      renameSync(`${path}.new`, path);
      saved = text;
    },
  };
}
