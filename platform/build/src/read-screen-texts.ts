import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ScreenTexts } from '@kargo/shared-types/releases/release';

/** See `Screens` in shared-runtime. */
type Screens = Record<string, ScreenTexts & { load: unknown }>;

export const screensFileIn = (folder: string) => join(folder, 'src/screens.ts');

/** Reads the texts of a remote's screens. The next call sees a change of `screens.ts`, not of its imports. */
export async function readScreenTexts(folder: string): Promise<Record<string, ScreenTexts>> {
  const file = screensFileIn(folder);
  const { mtimeMs } = await stat(file);
  // Node keeps a module by its address.
  const { default: screens }: { default: Screens } = await import(
    `${pathToFileURL(file)}?${mtimeMs}`
  );
  return Object.fromEntries(
    Object.entries(screens).map(([name, { load: _, ...texts }]) => [name, texts]),
  );
}
