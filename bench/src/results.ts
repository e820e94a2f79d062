import type { Audit } from './lighthouse.ts';
import type { Profile } from './profiles.ts';
import type { RequestCost } from './requests/measure-requests.ts';
import type { VariantName } from './variants.ts';
import type { FormVisit, Visit } from './visits.ts';

/** All measurements of one run of the bench; times in ms. */
export interface Results {
  about: {
    date: string;
    commit: string;
    machine: string;
    browser: string;
    rounds: number;
    /** The machine's load average after each round. */
    loads: number[];
  };
  visits: (Visit & { forms?: FormVisit; variant: VariantName; profile: Profile['name'] })[];
  lighthouse: Audit[];
  requests: RequestCost[];
  developer: { coldBuild: number; warmBuild: number; start: number; edit: number };
}
