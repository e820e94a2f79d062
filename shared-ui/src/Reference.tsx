import type { ApiError } from '@kargo/shared-runtime/api-client';
import { Text } from '@kargo/shared-runtime/ui';

/** The last line of a message about a failed call: the `reference` of its `ApiError`, if it has one. */
export function Reference({ of: error }: { of: unknown }) {
  const { reference } = (error ?? {}) as Partial<ApiError>;
  if (!reference) return null;
  return (
    <Text textStyle="small" color="ink.500" overflowWrap="anywhere" mt="4">
      Reference: <span translate="no">{reference}</span>
    </Text>
  );
}
