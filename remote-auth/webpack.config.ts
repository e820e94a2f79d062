import { defineRemote } from 'tools/define-remote';

export default defineRemote('auth');
