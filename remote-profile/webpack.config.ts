import { defineRemote } from '@kargo/tools/define-remote';
import { sampleAnswers, sampleDrivers } from './src/sample-answers.ts';

export default defineRemote(import.meta.dirname, {
  samples: sampleAnswers,
  drivers: sampleDrivers,
});
