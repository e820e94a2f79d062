import type { Env } from '../env.ts';

/** A mail to a driver: one thing to do, behind one link. All texts are plain sentences. */
export interface Letter {
  to: string;
  /** Whom it greets. */
  name: string;
  subject: string;
  /** The thing to do, and where. */
  purpose: string;
  button: string;
  link: string;
  /** How long the link works, and for whom. */
  lifetime: string;
  /** Why the driver gets the mail, and what to do about one that nobody asked for. */
  reason: string;
}

/** The site as mails show it. */
export type Site = Pick<Env, 'SITE_URL' | 'CONTACT_EMAIL'>;

export const passwordNote = 'Neither Kargo nor Stripe ever asks for your password by e-mail.';
