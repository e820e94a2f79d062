import { type Letter, mailHtml, passwordNote, type SiteContact } from './mail-html.ts';
import type { Mail } from './mailer.ts';

/** Writes a letter twice: as HTML, and as text for mail programs without HTML. */
export function writeMail(letter: Letter, site: SiteContact): Mail {
  const { to, subject } = letter;
  return { to, subject, text: mailText(letter, site), html: mailHtml(letter, site) };
}

function mailText(letter: Letter, { SITE_URL, CONTACT_EMAIL }: SiteContact): string {
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
