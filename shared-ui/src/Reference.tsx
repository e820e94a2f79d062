import { Text } from '@kargo/shared-runtime/ui';

/** The last line of a message about a failed call: the `reference` of its `ApiError`, if it has one. */
export function Reference({ of: error }: { of: unknown }) {
  const reference = error instanceof Error && 'reference' in error ? error.reference : null;
  if (typeof reference !== 'string') return null;
  return (
    <Text textStyle="small" color="ink.500" overflowWrap="anywhere" mt="4">
      Reference: <span translate="no">{reference}</span>
    </Text>
  );
}
