import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '@kargo/tools/remotes';
import { type AppSection, appSections } from './app-sections.ts';

/** Writes what the files of compose and Kubernetes say of each app. */
export function writeAppSections(root: string, apps: readonly App[]): void {
  for (const section of appSections) {
    const file = join(root, section.file);
    writeFileSync(file, withSection(readFileSync(file, 'utf8'), section, apps));
  }
}

/** The text of a file with a section for these apps. */
export function withSection(
  source: string,
  { file, name, text }: AppSection,
  apps: readonly App[],
): string {
  const section = new RegExp(`(^ *# begin of ${name}:.*\n)[\\s\\S]*?(^ *# end of ${name}$)`, 'm');
  if (!section.test(source)) throw new Error(`${file} has no section "${name}".`);
  return source.replace(section, (_all, begin, end) => begin + text(apps) + end);
}
