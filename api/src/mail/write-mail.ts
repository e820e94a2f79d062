import { type Letter, mailHtml, passwordNote, type Site } from './mail-html.ts';
import type { Mail } from './mailer.ts';

/** Writes a letter twice: as HTML, and as text for mail programs that show none. */
export function writeMail(letter: Letter, site: Site): Mail {
  const { to, subject } = letter;
  return { to, subject, text: mailText(letter, site), html: mailHtml(letter, site) };
}

function mailText(letter: Letter, { SITE_URL, CONTACT_EMAIL }: Site): string {
  return `Hello ${letter.name},

${letter.purpose}

${letter.link}

${letter.lifetime}

${letter.reason}

${passwordNote} Questions? Write to ${CONTACT_EMAIL}.

Kargo
${SITE_URL}
`;
}
