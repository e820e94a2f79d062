import { getSession, isProfile, onSessionEnd } from './session.ts';

/** Unsent entries of a form: never a password, and only the name of a file. */
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

/** One driver's, by form; in memory only (docs/decisions/0030-drafts-belong-to-the-page.md). */
const drafts = new Map<string, KeptDraft>();
let owner: string | undefined;

/** @param driver the `id` of the profile; without one nothing is kept */
export function readDraft(driver: string | undefined, form: string): Draft | null {
  const kept = drafts.get(form);
  if (!kept || driver !== owner) return null;
  // Timers stop while a computer sleeps.
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

/** Call it when a form appears, and the returned function when it is gone: the draft then ends. */
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

/** Call this when a profile has loaded. It forgets what another driver typed. */
export function forgetDraftsOfOthers(): void {
  if (signedInDriver() !== owner) forgetDrafts();
}

/** Undefined if nobody is signed in, or if the API sends no id. */
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
