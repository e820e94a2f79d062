const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;

/** How many digits month, day and year have. */
const partLengths = [2, 2, 4];

/**
 * Puts the slashes of MM/DD/YYYY into what somebody types. They come with the digit after them, so
 * that a backspace never meets one it cannot delete. A month or day of one digit gets its zero when
 * a slash is typed after it. Browsers fill in birthdays as YYYY-MM-DD.
 */
export function formatTypedDate(typed: string): string {
  const iso = isoDate.exec(typed.trim());
  if (iso) return `${iso[2]}/${iso[3]}/${iso[1]}`;
  const rest = typed
    .replace(/[^\d\s./-]/g, '')
    .replace(/[\s./-]+/g, '/')
    .replace(/^\//, '')
    .split('/');
  const parts: string[] = [];
  for (const length of partLengths) {
    const part = rest.shift();
    if (part === undefined) break;
    parts.push(part.slice(0, length));
    // Digits typed without slashes run over into the next part.
    if (rest.length === 0 && part.length > length) rest.push(part.slice(length));
  }
  return withLeadingZero(parts).join('/');
}

function withLeadingZero(parts: string[]): string[] {
  const slashTyped = parts.at(-1) === '';
  return parts.map((part, index) =>
    slashTyped && index === parts.length - 2 ? part.padStart(2, '0') : part,
  );
}
