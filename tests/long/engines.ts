import { runSpec } from './support/run-spec.ts';

// The core journeys in a full Chromium, besides Firefox and WebKit.

runSpec('--config=engines.config.ts');
