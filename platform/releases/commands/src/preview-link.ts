import type { JudgedReleases } from '@kargo/delivery/judge-releases';
import { previewLink } from '@kargo/delivery/preview';
import { CliError } from './cli-error.ts';
import type { Settings } from './settings.ts';
import { siteOrigin } from './site-origin.ts';

const secondsIn = { m: 60, h: 60 * 60, d: 24 * 60 * 60 };

/**
 * Judges and stores releases, and prints a link that shows them.
 *
 * @param values options of the command: how long the link is valid, the site, and the store
 * @throws {CliError} when an option is not what it has to be
 */
export async function printPreviewLink(
  releases: JudgedReleases,
  { siteUrl }: Settings,
  { for: duration, site, releases: place }: Record<'for', string> & PreviewOptions,
): Promise<void> {
  if (place && site === undefined && !process.env.KARGO_SITE_URL)
    throw new CliError('Name the site that serves this store: --site https://…');
  const origin = site === undefined ? siteUrl : siteOrigin(site);
  const [, number, unit] = /^(\d+)([mhd])$/.exec(duration) ?? [];
  if (!number || Number(number) === 0)
    throw new CliError(`--for takes a time such as 30m, 2h or 7d, not "${duration}".`);
  const seconds = Number(number) * secondsIn[unit as keyof typeof secondsIn];
  const link = await previewLink(releases, origin, seconds);
  const names = Object.entries(releases.versions).map((release) => release.join(' '));
  const until = new Date(Date.now() + seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
  console.log(`${names.join(' and ')} can be previewed until ${until} UTC:\n${link}`);
}

interface PreviewOptions {
  site?: string | undefined;
  releases?: string | undefined;
}
