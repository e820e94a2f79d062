#!/usr/bin/env node
import { CliError } from './cli-error.ts';
import { runForApp } from './command.ts';
import { step } from './progress.ts';
import { type PublishOptions, publishCommand } from './publish-command.ts';
import { readSettings, siteOrigin } from './settings.ts';

interface PreviewOptions extends PublishOptions {
  /** How long the link is valid. */
  for: string;
  end?: boolean;
}

const secondsIn = { m: 60, h: 60 * 60, d: 24 * 60 * 60 };

const command = publishCommand('preview', 'Stores releases, and prints a link that shows them.')
  .argument('<apps...>')
  .option('--for <time>', 'how long the link is valid, such as 30m, 2h or 30d', '7d')
  .option('--end', 'end all previews of these apps instead')
  .action((apps: string[], options: PreviewOptions) =>
    options.end ? endLinks(apps, options) : printLink(apps, options),
  );

await runForApp(command);

async function printLink(
  apps: readonly string[],
  { for: duration, ...options }: PreviewOptions,
): Promise<void> {
  const origin = originOf(options);
  const seconds = await readSeconds(duration);
  const { chooseReleases } = await import('./publish-chosen.ts');
  const { previewLink } = await import('@kargo/delivery/preview');
  const { minuteOf } = await import('@kargo/release-log/log/minute-of');
  const releases = await chooseReleases(apps, options, 'preview');
  const link = await step(`Judging ${apps.join(', ')}`, () =>
    previewLink(releases, origin, seconds),
  );
  const names = Object.entries(releases.versions).map((release) => release.join(' '));
  const until = minuteOf(new Date(Date.now() + seconds * 1000).toISOString());
  console.log(`${names.join(' and ')} can be previewed until ${until}:\n${link}`);
}

function originOf({ site, releases }: PublishOptions): string {
  if (site !== undefined) return siteOrigin(site);
  if (releases && !process.env.KARGO_SITE_URL)
    throw new CliError('Name the site that serves this store: --site https://…');
  return readSettings(process.env).siteUrl;
}

async function readSeconds(duration: string): Promise<number> {
  const [, number, unit] = /^(\d+)([mhd])$/.exec(duration) ?? [];
  if (!number || Number(number) === 0)
    throw new CliError(`--for takes a time such as 30m, 2h or 7d, not "${duration}".`);
  const seconds = Number(number) * secondsIn[unit as keyof typeof secondsIn];
  const { previewSeconds } = await import('@kargo/release-log/rules/preview-token');
  // Before anything is built.
  if (seconds > previewSeconds.most)
    throw new CliError('A preview link is valid for 30 days at most.');
  return seconds;
}

async function endLinks(apps: readonly string[], options: PreviewOptions): Promise<void> {
  const { endPreviews } = await import('@kargo/delivery/preview');
  const { openStore } = await import('./open-release-store.ts');
  const store = await openStore(options);
  for (const app of apps) {
    await endPreviews(store, app);
    console.log(`Previews of ${app} have ended: their links show nothing.`);
  }
}
