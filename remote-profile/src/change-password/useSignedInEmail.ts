import { useState } from 'react';

/**
 * The e-mail address that the password belongs to, empty until it is known, and what looks it up.
 * The identity provider is loaded for it, so only once somebody turns to the form.
 */
export function useSignedInEmail(): [email: string, lookUp: () => void] {
  const [email, setEmail] = useState<string | null>(null);

  async function lookUp() {
    if (email !== null) return;
    setEmail('');
    try {
      const { signedInEmail } = await import('shared-runtime/identity');
      setEmail((await signedInEmail()) ?? '');
    } catch (error) {
      console.error('Failed to look up the e-mail address:', error);
    }
  }

  return [email ?? '', () => void lookUp()];
}
