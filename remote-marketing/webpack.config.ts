import { defineRemote } from 'tools/webpack';

export default defineRemote('marketing');
