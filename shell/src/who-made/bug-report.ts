import { developmentVersion } from '@kargo/shared-types/releases/release-addresses';
import type { WhoMade } from '@kargo/shared-types/releases/who-made';
import type { Part, RunningShell } from './parts.ts';

/** Says who made a part and how it got here, such as "Auth team · current for 3 days". */
export function provenanceOf({ app, version }: Part, made: WhoMade, shell: RunningShell): string {
  const { owner = 'Owner unknown', releases = {} } = made[app] ?? {};
  const { came = 'age unknown', since } = releases[version ?? ''] ?? {};
  const hasFailed = shell
    .trackedReleases()
    .some((it) => it.app === app && it.state.name === 'failed');
  let how = came === 'replaced' && hasFailed ? 'fallback' : came;
  if (since) how = `${came} for ${ageOf(since)}`;
  if (version === developmentVersion) how = 'development server';
  return `${owner} · ${version === undefined ? 'not loaded' : how}`;
}

function ageOf(since: string): string {
  const minutes = Math.max(0, (Date.now() - Date.parse(since)) / 60_000);
  const unit = minutes < 60 ? 'minute' : minutes < 1440 ? 'hour' : 'day';
  const count = Math.floor(minutes / { minute: 1, hour: 60, day: 1440 }[unit]);
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Returns the text of a bug report, without queries and API addresses: they may be secret. */
export function reportOf(parts: readonly Part[], made: WhoMade, shell: RunningShell): string {
  const { pathname } = window.location;
  const lines = parts.map((part) => {
    const { name, app, version = '' } = part;
    return `${name}: ${app} ${version} · ${provenanceOf(part, made, shell)}`;
  });
  return `Page: ${pathname.startsWith('/api/') ? '/api/…' : pathname}
Window: ${window.innerWidth} × ${window.innerHeight}
Browser: ${navigator.userAgent}
Time: ${new Date().toISOString()}
${lines.join('\n')}`;
}
