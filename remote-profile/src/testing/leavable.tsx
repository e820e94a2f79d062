import type { Profile } from '@kargo/shared-types/api/driver';
import type { UserEvent } from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { button } from './signed-in.tsx';

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

export async function leaveAndComeBack(user: UserEvent): Promise<void> {
  await user.click(button('Leave'));
  await user.click(button('Come back'));
}
