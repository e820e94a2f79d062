import { defineRemote } from '@kargo/tools/define-remote';

export default defineRemote(import.meta.dirname);
