import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type {
  Account,
  AgentProjectState,
  OobCode,
} from 'firebase-tools/lib/emulator/auth/state.js';

interface Snapshot {
  accounts: Account[];
  /** Unused codes in mails. */
  codes: OobCode[];
}

/**
 * The accounts of the Auth emulator as a file. It holds passwords in clear text, as the emulator
 * does, so only its owner may read it.
 */
export class AuthSnapshot {
  readonly #file: string;
  readonly #project: AgentProjectState;
  #saved = '';

  constructor(file: string, project: AgentProjectState) {
    this.#file = file;
    this.#project = project;
  }

  /** Restores the saved accounts, if any. */
  restore(): void {
    if (!existsSync(this.#file)) return;
    const { accounts, codes }: Snapshot = JSON.parse(readFileSync(this.#file, 'utf8'));
    for (const account of accounts) {
      this.#project.overwriteUserWithLocalId(account.localId, account);
    }
    for (const code of codes) this.#project.oobs.set(code.oobCode, code);
  }

  /** Saves changes, atomically. */
  save(): void {
    const snapshot: Snapshot = {
      accounts: [...this.#project.users.values()],
      codes: [...this.#project.oobs.values()],
    };
    const content = JSON.stringify(snapshot, null, 2);
    if (content === this.#saved) return;
    const temporary = `${this.#file}.new`;
    writeFileSync(temporary, content, { mode: 0o600 });
    renameSync(temporary, this.#file);
    this.#saved = content;
  }
}
