import { defineShell } from 'tools/define-shell';
import { publishedRoutes } from './src/routes.ts';

export default defineShell({ routes: publishedRoutes });
