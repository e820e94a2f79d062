import { runSpec } from './support/run-spec.ts';

// Hot reload, in every way of running an app from sources.

runSpec('src/development/hot-reload.spec.ts');
