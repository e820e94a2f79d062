import { defineRemote } from '@kargo/build/define-remote';
import { drivers, samples } from './src/sample-answers.ts';

export default defineRemote(import.meta.dirname, { samples, drivers });
