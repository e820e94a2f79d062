import { defineShell } from 'tools/webpack';
import { publishedRoutes } from './src/routes.ts';

export default defineShell({ routes: publishedRoutes });
