import { test } from '@playwright/test';
import { type EngineName, whyMissing } from './programs.ts';

// Replaces all journeys in an engine that is not installed on this machine.

test('the core journeys', ({}, testInfo) => {
  // tests/checks/run-scripts.ts looks for the first words.
  testInfo.skip(true, `not installed: ${whyMissing(testInfo.project.name as EngineName)?.message}`);
});
