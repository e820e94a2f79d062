import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes files of a checkout, each by its path in it. */
export function writeTexts(checkout: string, texts: ReadonlyMap<string, string>): void {
  for (const [file, text] of texts) writeFileSync(join(checkout, file), text);
}
