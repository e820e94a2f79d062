import { runSpec } from './support/run-spec.ts';

// All journeys, including the widths and moments that `pnpm test` leaves out.

runSpec('--project=journeys');
