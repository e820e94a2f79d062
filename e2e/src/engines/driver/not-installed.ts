import { test } from '@playwright/test';
import { type EngineName, whyMissing } from './programs.ts';

// In place of all journeys in an engine that this machine does not have.

test('the core journeys', ({}, testInfo) => {
  // The first words are what scripts/checks/run-scripts.ts goes by.
  testInfo.skip(true, `not installed: ${whyMissing(testInfo.project.name as EngineName)?.message}`);
});
