import { defineShell } from '@kargo/tools/define-shell';
import { publishedRoutes } from './src/routes.ts';

export default defineShell(import.meta.dirname, publishedRoutes);
