import { defineShell } from '@kargo/build/define-shell';
import { publishedRoutes } from './src/routes.ts';

export default defineShell(import.meta.dirname, publishedRoutes);
