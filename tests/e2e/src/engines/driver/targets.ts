import type { Target } from './find-in-page.ts';

const withRole = (role: string) => (name: string) => ({ role, name });

export const button = withRole('button');
export const heading = withRole('heading');
export const link = withRole('link');
export const textbox = withRole('textbox');
export const field = (label: string): Target => ({ label });
export const text = (text: string): Target => ({ text });
export const css = (css: string): Target => ({ css });
export const testId = (id: string): Target => css(`[data-testid=${id}]`);
export const inside = (within: Target, target: Target): Target => ({ ...target, within });

export const header = testId('site-header');
/** The heading of a remote's screen. */
export const screen = (remote: string): Target => css(`[data-remote=${remote}] h1`);
