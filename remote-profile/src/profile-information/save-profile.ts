import { apiClient } from '@kargo/shared-runtime/api-client';
import type { ProfileValues } from '@kargo/shared-types/forms/profile-form';
import { patchProfile } from '../profile-page/patch-profile.ts';

/**
 * Saves text and, if there is a new one, the image; then the whole page shows them.
 *
 * @returns whether the response said where the image is now; the spec does not show that answer
 * @throws ApiError
 */
export async function saveProfile(values: ProfileValues, image: File | null): Promise<boolean> {
  const saved = await apiClient.updateProfile({ ...values, ...(image && { image }) });
  const knowsImage = saved.image !== undefined;
  patchProfile({ ...values, ...(knowsImage && { image: saved.image }) });
  return knowsImage;
}
