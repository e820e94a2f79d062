import { defineRemote } from 'tools/define-remote';
import { sampleAnswers } from './src/sample-answers.ts';

export default defineRemote('auth', { samples: sampleAnswers });
