import { defineShell } from '@kargo/tools/define-shell';
import { publishedRoutes } from './src/routes.ts';

export default defineShell({ routes: publishedRoutes });
