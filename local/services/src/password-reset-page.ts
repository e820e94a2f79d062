import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { resetPassword } from 'firebase-tools/lib/emulator/auth/operations.js';
import type { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js';
import { html, page, pageHeaders } from './html.ts';

/**
 * The page behind the link in a password mail, which the emulator itself answers with JSON.
 *
 * @returns whether the request was for this page; it does not touch others
 */
export function handlePasswordReset(
  project: AgentProjectState,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const url = URL.parse(request.url ?? '/', 'http://emulator');
  if (url?.pathname !== '/emulator/action') return false;
  const { searchParams } = url;
  if (searchParams.get('mode') !== 'resetPassword' || searchParams.has('newPassword')) return false;

  const link = {
    oobCode: searchParams.get('oobCode') ?? '',
    continueUrl: webAddress(searchParams.get('continueUrl')),
  };
  respond(project, link, request).then(
    ({ status, title, body }) => response.writeHead(status, pageHeaders).end(page(title, body)),
    (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
  );
  return true;
}

interface ResetLink {
  oobCode: string;
  continueUrl: string | null;
}

async function respond(project: AgentProjectState, link: ResetLink, request: IncomingMessage) {
  const newPassword = new URLSearchParams(await text(request)).get('password') ?? '';
  const email = addressOf(project, link);
  if (!email) return unusable(link);
  if (request.method !== 'POST') return form(email);
  // The emulator takes an empty password as a check of the code.
  if (newPassword === '') return form(email, 'Enter a new password.');
  try {
    resetPassword(project, { oobCode: link.oobCode, newPassword });
  } catch (error) {
    const isWeak = error instanceof Error && error.message.startsWith('WEAK_PASSWORD');
    return isWeak ? form(email, 'Choose at least 6 characters.') : unusable(link);
  }
  return {
    status: 200,
    title: 'Password changed',
    body: html`<p>You can now sign in with your new password.</p>${continueLink(link)}`,
  };
}

function form(email: string, problem?: string) {
  return {
    status: problem ? 400 : 200,
    title: 'Reset your password',
    body: html`<p>for <strong>${email}</strong></p>
${problem ? html`<p role="alert">${problem}</p>` : ''}
<form method="post">
<input type="hidden" name="username" value="${email}" autocomplete="username">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="6">
<button>Save</button>
</form>`,
  };
}

function unusable(link: ResetLink) {
  return {
    status: 400,
    title: 'Try resetting your password again',
    body: html`<p>This link has expired or has already been used.</p>${continueLink(link)}`,
  };
}

const continueLink = ({ continueUrl }: ResetLink) =>
  continueUrl ? html`<p><a href="${continueUrl}">Continue</a></p>` : '';

/** The account whose password the link resets, or undefined if its code is invalid. */
function addressOf(project: AgentProjectState, { oobCode }: ResetLink): string | undefined {
  const code = project.oobs.get(oobCode);
  return code?.requestType === 'PASSWORD_RESET' ? code.email : undefined;
}

/** A link may lead to web pages only, never to `javascript:`. */
function webAddress(address: string | null): string | null {
  if (!address || !URL.canParse(address)) return null;
  return /^https?:$/.test(new URL(address).protocol) ? address : null;
}
