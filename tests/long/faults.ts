import { runSpec } from './support/run-spec.ts';

// Measures every visit of the table in docs/faults.md, and rewrites the table.

runSpec('src/faults/faults.spec.ts');
