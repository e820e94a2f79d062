import { hashOf } from '@kargo/release-log/log/log-entry';
import type { PrerenderedPage, ReleaseCandidates } from '@kargo/shared-types/releases/release';
import { stylesPath } from '@kargo/shared-types/releases/release-addresses';
import type { Published } from './published.ts';

const hashes = new WeakMap<PrerenderedPage, string>();

/** Returns the `integrity` attribute of a page's styles. */
function integrityOf(page: PrerenderedPage): string {
  const integrity = hashes.get(page) ?? `sha384-${hashOf(page.css)}`;
  hashes.set(page, integrity);
  return integrity;
}

/** Returns the candidates, the first of each app with the hashes of its pages' styles. */
export function withStyles({ candidates, shell, pages }: Published): ReleaseCandidates {
  const all = structuredClone(candidates);
  for (const { path, screen } of shell?.routes.routes ?? []) {
    const [app = '', name = ''] = screen?.split('/') ?? [];
    const current = all[app]?.[0];
    const page = pages[path];
    if (current && page) current.styles = { ...current.styles, [name]: integrityOf(page) };
  }
  return all;
}

/** Returns the styles at an address; undefined if no page of the site has them. */
export const stylesAt = ({ pages }: Published, address: string): string | undefined =>
  Object.values(pages).find((page) => stylesPath(integrityOf(page)) === address)?.css;
