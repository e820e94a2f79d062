/** Types for the parts of firebase-tools 15.34.2 that are used here; the package has none. */

declare module 'firebase-tools/lib/emulator/auth/apiSpec.js' {
  interface PathItem {
    /** Parameters of all operations; references are Google's general ones. */
    parameters?: object[];
  }
  const specification: { default: { paths: Record<string, PathItem> } };
  export default specification;
}

declare module 'firebase-tools/lib/emulator/auth/state.js' {
  export interface Account {
    localId: string;
    email?: string;
  }

  /** An out-of-band code, as in the link of a mail. */
  export interface OobCode {
    oobCode: string;
    oobLink: string;
    email: string;
    /** `PASSWORD_RESET`, `VERIFY_EMAIL` and so on. */
    requestType: string;
  }

  export class AgentProjectState {
    constructor(projectId: string);
    /** By account id. */
    users: Map<string, Account>;
    /** By code. */
    oobs: Map<string, OobCode>;
    enableImprovedEmailPrivacy: boolean;
    overwriteUserWithLocalId(localId: string, account: Account): Account;
    createOob(
      email: string,
      newEmail: string | undefined,
      requestType: OobCode['requestType'],
      generateLink: (oobCode: string) => string,
    ): OobCode;
  }
}

declare module 'firebase-tools/lib/emulator/auth/operations.js' {
  import type { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js';

  /** @throws an Error whose message starts with a code such as `WEAK_PASSWORD` */
  export function resetPassword(
    state: AgentProjectState,
    request: { oobCode: string; newPassword: string },
  ): { email: string };
}

declare module 'firebase-tools/lib/emulator/auth/server.js' {
  import type { RequestListener } from 'node:http';
  import type { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js';

  export function createApp(
    projectId: string,
    singleProjectMode: 0 | 1 | 2,
    projectStates: Map<string, AgentProjectState>,
  ): Promise<RequestListener>;
}
