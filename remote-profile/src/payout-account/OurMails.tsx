import { Text } from 'shared-runtime/ui';
import type { Profile } from 'shared-types/api/driver';

/** How a driver tells our mails from those of somebody who pretends to be us. */
export function OurMails({
  mails_from,
  masked_email,
}: Pick<Profile, 'mails_from' | 'masked_email'>) {
  return (
    <Text textStyle="small" color="ink.600" mt="4" overflowWrap="anywhere">
      {mails_from && `Our mails come from ${mails_from}`}
      {mails_from && masked_email && ` and go to ${masked_email}`}
      {mails_from && '. '}
      Their links begin with {window.location.origin}/
    </Text>
  );
}
