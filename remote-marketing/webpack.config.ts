import { defineRemote } from '@kargo/build/define-remote';

export default defineRemote(import.meta.dirname);
