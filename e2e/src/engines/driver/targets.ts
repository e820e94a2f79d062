import type { Target } from './find-in-page.ts';

export const css = (css: string): Target => ({ css });
