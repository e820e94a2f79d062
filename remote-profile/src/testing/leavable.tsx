import type { Profile } from '@kargo/shared-types/api/driver';
import { type ComponentType, useState } from 'react';

/** A part of the page with a button that leaves it, and comes back to it. */
export function leavable(Part: ComponentType<{ profile: Profile }>) {
  return function Leavable({ profile }: { profile: Profile }) {
    const [isThere, setThere] = useState(true);
    return (
      <>
        {isThere && <Part profile={profile} />}
        <button type="button" onClick={() => setThere(!isThere)}>
          {isThere ? 'Leave' : 'Come back'}
        </button>
      </>
    );
  };
}
