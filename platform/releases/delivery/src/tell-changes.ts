import type { LogChange } from '@kargo/release-log/log/log-history';
import { notify } from '@kargo/release-log/notify';

/** Commands wait at most this long, in milliseconds. */
const waitMs = 1000;

/** Tells `KARGO_NOTIFY_URL` what was changed. Prints one line if it does not accept that; never rejects. */
export async function tellChanges(
  changes: readonly LogChange[],
  url = process.env.KARGO_NOTIFY_URL,
): Promise<void> {
  const told = changes.map(({ app, what, current, by, at }) => {
    const text = `${app}: ${what}; ${current?.version ?? 'nothing'} is current. By ${by}.`;
    const version = /^canary (\S+)/.exec(what)?.[1] ?? current?.version ?? null;
    return notify(url, { text, app, version, what, by, at }, waitMs);
  });
  if ((await Promise.all(told)).includes(false))
    console.warn('KARGO_NOTIFY_URL did not accept the change, which is made: nobody was told.');
}
