import { defineRemote } from '@kargo/tools/define-remote';

export default defineRemote('__name__');
