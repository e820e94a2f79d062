import { getSession, isProfile, onSessionEnd } from './session.ts';

/** Something typed into a form and not sent: never a password, and of a file nothing but its name. */
export interface Draft {
  /** By the field's name. */
  texts: Record<string, string>;
  /** Null if no file was chosen. */
  fileName: string | null;
}

/** How long a draft is kept after its form has left the screen. */
const keptMs = 30 * 60 * 1000;

interface KeptDraft {
  draft: Draft;
  /** Milliseconds since 1970; infinite while the form is on the screen. */
  endsAt: number;
  ending?: ReturnType<typeof setTimeout>;
}

/** By form, all of one driver; in memory only (docs/decisions/0030-drafts-belong-to-the-page.md). */
const drafts = new Map<string, KeptDraft>();
let owner: string | undefined;

/**
 * What the driver typed into the form before, or null.
 *
 * @param driver the `id` of the profile; without one nothing is kept
 */
export function readDraft(driver: string | undefined, form: string): Draft | null {
  const kept = drafts.get(form);
  if (!kept || driver !== owner) return null;
  // Timers stand still while a computer sleeps.
  if (Date.now() >= kept.endsAt) forgetDraft(form);
  return drafts.get(form)?.draft ?? null;
}

/** Keeps what the driver has typed so far, while this driver is signed in; null forgets it. */
export function keepDraft(driver: string | undefined, form: string, draft: Draft | null): void {
  if (driver === undefined || driver !== signedInDriver()) return;
  forgetDraftsOfOthers();
  owner = driver;
  forgetDraft(form);
  if (draft) drafts.set(form, { draft, endsAt: Number.POSITIVE_INFINITY });
}

/** Call this when a form appears, and the returned function when it has gone: its draft then ends in time. */
export function holdDraft(form: string): () => void {
  const held = drafts.get(form);
  if (held) {
    clearTimeout(held.ending);
    held.endsAt = Number.POSITIVE_INFINITY;
  }
  return () => {
    const left = drafts.get(form);
    if (!left) return;
    left.endsAt = Date.now() + keptMs;
    left.ending = setTimeout(() => forgetDraft(form), keptMs);
  };
}

/** Call this when a profile has arrived: what another driver typed is gone. */
export function forgetDraftsOfOthers(): void {
  if (signedInDriver() !== owner) forgetDrafts();
}

/** Undefined when nobody is signed in, and when the API does not tell. */
function signedInDriver(): string | undefined {
  const { loginUser } = getSession();
  return isProfile(loginUser) ? loginUser.id : undefined;
}

function forgetDraft(form: string): void {
  clearTimeout(drafts.get(form)?.ending);
  drafts.delete(form);
}

function forgetDrafts(): void {
  for (const form of drafts.keys()) forgetDraft(form);
}

onSessionEnd((reason) => {
  if (reason === 'logged-out' || reason === 'ended-in-other-tab') forgetDrafts();
});
