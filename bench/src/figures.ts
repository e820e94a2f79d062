import { kinds } from 'e2e/support/network';
import type { Load } from './load-page.ts';
import { median } from './median.ts';
import type { Profile } from './profiles.ts';
import type { Results } from './results.ts';
import type { VariantName } from './variants.ts';

/** Medians of all visits to a variant. */
export interface Figures {
  cold: Load;
  repeat: Load;
  shipped: Load;
  login: number;
  inp: number;
  /** The lowest and the highest LCP of the first load. */
  lcpSpread: readonly [number, number];
}

/** Medians of all visits to pages with forms. */
export interface FormFigures {
  login: Load;
  profile: Load;
  profileAgain: Load;
  /** The lowest and the highest LCP of the first load of the profile. */
  lcpSpread: readonly [number, number];
}

export function figuresOf(
  { visits }: Results,
  variant: VariantName,
  profile: Profile['name'],
): Figures {
  const ofVariant = visits.filter((it) => it.variant === variant && it.profile === profile);
  const medianLoad = (name: 'cold' | 'repeat' | 'shipped') =>
    loadOf(ofVariant.flatMap((it) => it[name] ?? []));
  return {
    cold: medianLoad('cold'),
    repeat: medianLoad('repeat'),
    shipped: medianLoad('shipped'),
    login: median(ofVariant.flatMap(({ login }) => login ?? [])),
    inp: median(ofVariant.flatMap(({ inp }) => inp ?? [])),
    lcpSpread: lcpSpread(ofVariant.map(({ cold }) => cold)),
  };
}

export function formFiguresOf({ visits }: Results, variant: VariantName): FormFigures {
  const forms = visits.filter((it) => it.variant === variant).flatMap((it) => it.forms ?? []);
  return {
    login: loadOf(forms.map(({ login }) => login)),
    profile: loadOf(forms.map(({ profile }) => profile)),
    profileAgain: loadOf(forms.map(({ profileAgain }) => profileAgain)),
    lcpSpread: lcpSpread(forms.map(({ profile }) => profile)),
  };
}

function lcpSpread(loads: readonly Load[]): readonly [number, number] {
  const lcps = loads.map(({ lcp }) => lcp);
  return [Math.min(...lcps), Math.max(...lcps)];
}

function loadOf(loads: readonly Load[]): Load {
  const medianOf = (read: (load: Load) => number) => median(loads.map(read));
  return {
    fcp: medianOf(({ fcp }) => fcp),
    lcp: medianOf(({ lcp }) => lcp),
    hydrated: medianOf(({ hydrated }) => hydrated ?? 0),
    tbt: medianOf(({ tbt }) => tbt),
    longestTask: medianOf(({ longestTask }) => longestTask),
    longestBeforePaint: medianOf(({ longestBeforePaint }) => longestBeforePaint),
    cls: medianOf(({ cls }) => cls),
    requests: medianOf(({ requests }) => requests),
    waves: medianOf(({ waves }) => waves),
    paths: [],
    bytes: Object.fromEntries(
      kinds.map((kind) => [kind, medianOf(({ bytes }) => bytes[kind])]),
    ) as Load['bytes'],
  };
}

export const totalBytes = ({ bytes }: Load) =>
  Object.values(bytes).reduce((sum, ofKind) => sum + ofKind, 0);
