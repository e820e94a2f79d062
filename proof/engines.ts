import { runSpec } from './support/run-spec.ts';

// The core journeys in Chromium as people have it, beside Firefox and WebKit.

runSpec('--config=engines.config.ts');
