import { useEffect, useState } from 'react';

/** The e-mail address that the driver signs in with at the identity provider; null until it is known. */
export function useSignedInEmail(): string | null {
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    const lookUp = async () => {
      const { emailAtProvider } = await import('@kargo/shared-runtime/session-actions');
      setEmail(await emailAtProvider());
    };
    void lookUp().catch(() => undefined);
  }, []);
  return email;
}
