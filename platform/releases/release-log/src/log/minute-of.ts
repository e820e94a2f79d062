/** Such as `2026-11-24 10:00 UTC`: an ISO 8601 time of the log, for people. */
export const minuteOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
