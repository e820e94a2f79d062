import { createRequire } from 'node:module';
import { isTraced } from '@kargo/shared-types/traces';

// A program imports this first. After `await import`, what it instruments would be loaded already.
if (isTraced(process.env)) createRequire(import.meta.url)('./start-traces.ts');
