import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import apiSpecification from 'firebase-tools/lib/emulator/auth/apiSpec.js';
import { createApp } from 'firebase-tools/lib/emulator/auth/server.js';
import {
  type Account,
  AgentProjectState,
  type OobCode,
} from 'firebase-tools/lib/emulator/auth/state.js';
import { jsonFile } from './json-file.ts';
import { handlePasswordReset } from './password-reset-page.ts';

/** Firebase project of the emulator; `demo-` means that the cloud has no such project. */
export const projectId = 'demo-kargo';

/**
 * Starts the Firebase Auth emulator in this process, from an internal module of firebase-tools
 * (whose version is pinned): this takes 0.5 s, the command would take 6 s.
 *
 * Unlike the original, it keeps accounts in `<dataFolder>/auth.json`, answers wrong credentials as
 * new projects in the cloud do, really sends mails, and its password mail links to a page.
 *
 * @param send sends the mail for a password reset, even one that an administrator requested
 */
export async function startAuthEmulator(
  dataFolder: string,
  port: number,
  host: string,
  send: Send,
): Promise<Server> {
  trimApiSpecification();
  const project = new MailingProject(send);
  // Passwords are in clear text, as in the emulator itself; codes are those not yet used.
  const file = jsonFile<{ accounts: Account[]; codes: OobCode[] }>(join(dataFolder, 'auth.json'));
  const { accounts = [], codes = [] } = file.read() ?? {};
  for (const account of accounts) project.overwriteUserWithLocalId(account.localId, account);
  for (const code of codes) project.oobs.set(code.oobCode, code);

  const anyProject = 0;
  const emulator = await createApp(projectId, anyProject, new Map([[projectId, project]]));
  const server = createServer((request, response) => {
    // Saves before each response, whatever the method: the link in a mail is a GET.
    response.end = new Proxy(response.end, {
      apply(end, self, parameters) {
        file.save({ accounts: [...project.users.values()], codes: [...project.oobs.values()] });
        return Reflect.apply(end, self, parameters);
      },
    });
    if (handlePasswordReset(project, request, response)) return;
    emulator(request, response);
  });
  await once(server.listen(port, host), 'listening');
  return server;
}

type Send = (mail: ReturnType<typeof codeMail>) => void;

class MailingProject extends AgentProjectState {
  readonly #send: Send;

  constructor(send: Send) {
    super(projectId);
    this.#send = send;
    // The default since September 2023: an unknown address and a wrong password look alike.
    this.enableImprovedEmailPrivacy = true;
  }

  override createOob(...parameters: Parameters<AgentProjectState['createOob']>): OobCode {
    const code = super.createOob(...parameters);
    // The site requests no other mails.
    if (code.requestType === 'PASSWORD_RESET') this.#send(codeMail(code));
    return code;
  }
}

/** The mail that Firebase would send for a password reset. */
function codeMail({ email, oobLink }: OobCode) {
  const sentence = 'Follow this link to reset your Kargo password:';
  const closing = "If you didn't ask for this, you can ignore this email.";
  const text = `Hello,\n\n${sentence}\n\n${oobLink}\n\n${closing}\n`;
  const from = 'Kargo <noreply@kargo.example>';
  const headers = { 'Auto-Submitted': 'auto-generated' };
  return { from, to: email, subject: 'Reset your password for Kargo', text, headers };
}

/**
 * Removes unused parts of the API specification: compiling all validators takes 3 s:
 * tenants, second factors, passkeys, phones, other identity providers, Google's parameters.
 */
function trimApiSpecification(): void {
  const unused =
    /tenants|mfa|passkey|idp|saml|phone|gamecenter|iosclient|identityplatform|verificationcode|sessioncookie/i;
  const { paths } = apiSpecification.default;
  for (const [path, item] of Object.entries(paths)) {
    if (unused.test(path)) delete paths[path];
    item.parameters = item.parameters?.filter((parameter) => !('$ref' in parameter));
  }
}
