import { type BrowserContextOptions, devices } from '@playwright/test';

/** A visitor's device, and how much slower its processor and its network are than here. */
export interface Profile {
  name: 'phone' | 'desktop';
  /** The heading in the report. */
  title: string;
  device: BrowserContextOptions;
  processorSlowdown: number;
  network: { latencyMs: number; bitsPerSecond: number } | null;
}

export const phone: Profile = {
  name: 'phone',
  title: 'A phone: 150 ms, 1.6 Mbit/s, processor × 4',
  // The device that Lighthouse uses.
  device: devices['Moto G4'],
  processorSlowdown: 4,
  network: { latencyMs: 150, bitsPerSecond: 1_600_000 },
};

export const desktop: Profile = {
  name: 'desktop',
  title: 'A desktop computer, unthrottled',
  device: { viewport: { width: 1440, height: 900 } },
  processorSlowdown: 1,
  network: null,
};

export const profiles = [phone, desktop] as const;
