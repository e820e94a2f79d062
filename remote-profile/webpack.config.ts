import { defineRemote } from '@kargo/tools/define-remote';
import { sampleAnswers, sampleDrivers } from './src/sample-answers.ts';

export default defineRemote('profile', { samples: sampleAnswers, drivers: sampleDrivers });
