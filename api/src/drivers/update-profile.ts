import type { Database, Driver } from '../database/tables.ts';
import { requireOpen, type Session } from '../sessions/require-session.ts';
import type { FileStorage } from '../storage/open-storage.ts';
import { encodeProfileImage } from './encode-profile-image.ts';
import { storeUnclaimedImage } from './profile-images.ts';
import type { ProfileChange } from './read-profile-form.ts';
import { saveProfile } from './repository.ts';

/** Saves a change of a profile, unless the session has ended. Text and image are saved together, or neither if it throws. */
export async function updateProfile(
  { db, disk }: { db: Database; disk: FileStorage },
  session: Session,
  { fields, image }: ProfileChange,
): Promise<Driver> {
  await requireOpen(db, session);
  const newImageKey =
    image &&
    (await storeUnclaimedImage(db, disk, await encodeProfileImage(image, session.driver.id)));
  return saveProfile(db, session, fields, newImageKey);
}
