import { useLocation, useNavigate } from '@kargo/shared-runtime/router';
import { magicTokenParameter } from '@kargo/shared-types/page/magic-token-parameter';
import { useEffect } from 'react';
import { loadProfile } from './load-profile.ts';

/**
 * Signs in with the magic token of the address, if there is one, and then removes it from the address, whether
 * it was valid or not (spec section 4). The guard does the rest.
 */
export function useMagicLink(magicToken: string | null): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (magicToken === null) return;
    let isHere = true;
    void loadProfile(magicToken).then(() => {
      if (isHere) navigate({ search: withoutMagicToken(search) }, { replace: true });
    });
    return () => {
      isHere = false;
    };
  }, [magicToken, search, navigate]);
}

function withoutMagicToken(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(magicTokenParameter);
  return parameters.toString();
}
