import type { Problem } from './release-gate.ts';

/** The releases whose screens a browser opens before they are served. */
export interface SmokeTestTask {
  /** The versions that would be served together, by app. */
  site: Record<string, string>;
  /** The versions that are served now, by app. */
  current: Record<string, string>;
  /** Whether a screen above the shell's size limit causes only a warning. */
  acceptSize: boolean;
}

export interface SmokeTestResult {
  /** The screens that were opened, such as `marketing/Home`. */
  opened: string[];
  problems: Problem[];
  /** Findings that do not block the release, one sentence each. */
  warnings: string[];
}
