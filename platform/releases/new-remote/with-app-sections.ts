import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '@kargo/commands/cli-error';
import { type AppSection, appSections, type NamedApp } from './app-sections.ts';

/** The files of compose and Kubernetes of a checkout, by their paths in it, with what they say of these apps. */
export function withAppSections(checkout: string, apps: readonly NamedApp[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const section of appSections) {
    const { file } = section;
    const source = texts.get(file) ?? readFileSync(join(checkout, file), 'utf8');
    texts.set(file, withSection(source, section, apps));
  }
  return texts;
}

/** The text of a file with a section for these apps. */
export function withSection(
  source: string,
  { file, name, text }: AppSection,
  apps: readonly NamedApp[],
): string {
  const section = new RegExp(`(^ *# begin of ${name}:.*\n)[\\s\\S]*?(^ *# end of ${name}$)`, 'm');
  if (!section.test(source)) throw new CliError(`${file} has no section "${name}".`);
  return source.replace(section, (_all, begin, end) => begin + text(apps) + end);
}
