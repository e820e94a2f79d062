import escapeHtml from 'escape-html';
import type { Env } from '../env.ts';

/** A mail to a driver: one thing to do, behind one link. All texts are plain sentences. */
export interface Letter {
  to: string;
  name: string;
  subject: string;
  /** The thing to do, and where. */
  purpose: string;
  button: string;
  link: string;
  /** How long the link works, and for whom. */
  lifetime: string;
  /** Why the driver gets the mail, and what to do if nobody asked for it. */
  reason: string;
}

/** The site as it appears in mails. */
export type SiteContact = Pick<Env, 'SITE_URL' | 'CONTACT_EMAIL'>;

export const passwordNote = 'Neither Kargo nor Stripe ever asks for your password by e-mail.';

/** Content-ID of the logo, which the mailer attaches. */
export const logoId = 'logo@kargo';

const font = "font-family: 'Instrument Sans', -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
const heading =
  "font-family: 'Bricolage Grotesque', -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; font-weight: 700; letter-spacing: -0.02em";

/**
 * Mail programs need tables and inline styles. Some ignore style sheets, so ours is only for dark
 * mode. Nothing is fetched: the logo is attached, and the mail says the same without it.
 */
export function mailHtml(letter: Letter, { SITE_URL, CONTACT_EMAIL }: SiteContact): string {
  const { subject, name, purpose, button, link, lifetime, reason } = letter;
  const host = new URL(SITE_URL).host;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #120b2e !important; }
  .band { background-color: #2a1e5c !important; border-color: #2a1e5c !important; }
  .card { background-color: #1b1240 !important; border-color: #2a1e5c !important; }
  .rule { border-color: #4b4370 !important; }
  .text { color: #ffffff !important; }
  .note { color: #b9b3d1 !important; }
  .link { color: #b7a6ff !important; }
  .action { background-color: #c8f169 !important; border-color: #c8f169 !important; }
  .label { color: #120b2e !important; }
}
</style>
</head>
<body class="page" style="margin: 0; padding: 0; background-color: #f7f5fd; -webkit-text-size-adjust: 100%;">
<div style="display: none; max-height: 0; overflow: hidden;">${purpose}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f7f5fd" style="background-color: #f7f5fd;">
<tr>
<td align="center" style="padding: 24px 12px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 560px;">
<tr>
<td class="band" bgcolor="#120b2e" style="padding: 20px 24px; background-color: #120b2e; border: 1px solid #120b2e; border-radius: 20px 20px 0 0;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr>
<td width="40" height="40" bgcolor="#5b37f0" style="background-color: #5b37f0; border-radius: 11px; line-height: 0;"><img src="cid:${logoId}" width="40" height="40" alt="" style="display: block; border: 0; border-radius: 11px;"></td>
<td style="padding: 0 20px 0 12px; ${heading}; font-size: 24px; line-height: 40px; color: #ffffff;">Kargo</td>
<td width="100%" style="line-height: 0;"><div style="height: 0; border-top: 3px dotted #7657ff;"></div></td>
<td style="padding-left: 8px; line-height: 0;"><div style="width: 12px; height: 12px; background-color: #c8f169; border-radius: 6px;"></div></td>
</tr>
</table>
</td>
</tr>
<tr>
<td class="card" bgcolor="#ffffff" style="padding: 32px 24px; background-color: #ffffff; border: 1px solid #e4e0f2; border-top: 0; border-radius: 0 0 20px 20px; ${font}; font-size: 17px; line-height: 1.6;">
<h1 class="text" style="margin: 0 0 20px; ${heading}; font-size: 28px; line-height: 1.15; color: #1b1240;">${subject}</h1>
<p class="text" style="margin: 0 0 12px; color: #1b1240; overflow-wrap: anywhere;">Hello ${name},</p>
<p class="text" style="margin: 0 0 24px; color: #1b1240;">${purpose}</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr>
<td class="action" bgcolor="#5b37f0" style="background-color: #5b37f0; border: 1px solid #5b37f0; border-radius: 14px;"><a class="label" href="${link}" style="display: inline-block; padding: 14px 28px; ${font}; font-size: 17px; line-height: 24px; font-weight: 600; color: #ffffff; text-decoration: none; border-radius: 14px;">${button}</a></td>
</tr>
</table>
<p class="note" style="margin: 24px 0 0; font-size: 15px; line-height: 1.5; color: #4b4370;">${lifetime}</p>
<p class="note" style="margin: 16px 0 0; font-size: 15px; line-height: 1.5; color: #4b4370;">If the button does nothing, copy this address into your browser:<br><a class="link" href="${link}" style="color: #4b2bd6; word-break: break-all;">${link}</a></p>
<div class="rule" style="height: 0; margin: 28px 0 24px; border-top: 1px solid #e4e0f2;"></div>
<p class="note" style="margin: 0 0 12px; font-size: 15px; line-height: 1.5; color: #4b4370;">${reason}</p>
<p class="note" style="margin: 0; font-size: 15px; line-height: 1.5; color: #4b4370;">${passwordNote} Questions? Write to <a class="link" href="mailto:${CONTACT_EMAIL}" style="color: #4b2bd6;">${CONTACT_EMAIL}</a>.</p>
</td>
</tr>
<tr>
<td align="center" class="note" style="padding: 20px 24px 0; ${font}; font-size: 14px; line-height: 1.5; color: #4b4370;">Kargo · <a class="link" href="${SITE_URL}/" style="color: #4b2bd6;">${host}</a></td>
</tr>
</table>
</td>
</tr>
</table>
</body>
</html>
`;
}

/** Template tag that escapes every value. */
const html = (strings: TemplateStringsArray, ...values: string[]) =>
  String.raw({ raw: strings }, ...values.map(escapeHtml));
