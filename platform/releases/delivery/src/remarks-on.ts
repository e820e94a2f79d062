import { nameOf } from '@kargo/release-log/rules/release-gate';
import { isRemote, type StoredRelease } from '@kargo/shared-types/releases/release';

/** The bundle that renders the screens of a remote in Node. */
export const nodeBundle = 'node/screens.cjs';

/** Returns one sentence for each drawback of a build that does not refuse it. */
export function remarksOn(release: StoredRelease): string[] {
  const { files } = release;
  const copies = isRemote(release) ? release.copies : {};
  const remarks: string[] = [];
  const scripts = [...new Set(Object.values(copies).flat())].map((file) => files[file]);
  const bytes = scripts.reduce(
    (sum, it) => sum + (it?.variants?.['.br']?.size ?? it?.size ?? 0),
    0,
  );
  const names = Object.keys(copies).join(', ');
  const kb = (bytes / 1000).toFixed(1);
  if (names) remarks.push(`has copies of ${names} (${kb} kB), loaded only where the site has none`);
  if (!files[nodeBundle])
    remarks.push(`has no ${nodeBundle}: its pages are empty until its scripts run`);
  return remarks.map((remark) => `${nameOf(release)} ${remark}`);
}
