import type {
  Account,
  AgentProjectState,
  OobCode,
} from 'firebase-tools/lib/emulator/auth/state.js';

/** What the Auth emulator knows. Passwords are in clear text, as they are in the emulator. */
export interface AuthSnapshot {
  accounts: Account[];
  /** Unused codes in mails. */
  codes: OobCode[];
}

export function takeSnapshot({ users, oobs }: AgentProjectState): AuthSnapshot {
  return { accounts: [...users.values()], codes: [...oobs.values()] };
}

export function restore(project: AgentProjectState, { accounts, codes }: AuthSnapshot): void {
  for (const account of accounts) project.overwriteUserWithLocalId(account.localId, account);
  for (const code of codes) project.oobs.set(code.oobCode, code);
}
