import { contactEmailPlaceholder } from '@kargo/shared-types/releases/release-addresses';
import { defineRemote } from '@kargo/tools/define-remote';
import { questions } from './src/home/content.ts';

export default defineRemote('marketing', {
  questions: {
    Home: questions.map(({ question, answer }) => ({
      question,
      answer: answer(contactEmailPlaceholder),
    })),
  },
});
