import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ScreenTexts } from '@kargo/shared-types/releases/release';

/** A remote's `src/screens.ts`, see `Screens` in shared-runtime. */
interface ScreensModule {
  default: Record<string, ScreenTexts & { load: unknown }>;
}

export const screensFileIn = (folder: string) => join(folder, 'src/screens.ts');

/**
 * Reads the texts of a remote's screens, by screen. A change of `screens.ts` is seen at the next call, but not one of
 * the modules that it imports.
 *
 * @param folder the remote's folder
 */
export async function readScreenTexts(folder: string): Promise<Record<string, ScreenTexts>> {
  const file = screensFileIn(folder);
  const { mtimeMs } = await stat(file);
  // Node keeps a module by its address.
  const { default: screens }: ScreensModule = await import(`${pathToFileURL(file)}?${mtimeMs}`);
  return Object.fromEntries(
    Object.entries(screens).map(([name, { load: _, ...texts }]) => [name, texts]),
  );
}
