/** Formats an ISO 8601 time for people, such as `2026-11-24 10:00 UTC`. */
export const minuteOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
