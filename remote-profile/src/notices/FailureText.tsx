import { ApiError } from '@kargo/shared-runtime/api-client';
import { Text } from '@kargo/shared-runtime/ui';
import { failureSentence } from './failure-sentence.tsx';

interface FailureTextProps {
  error: unknown;
  call: 'upload' | 'request';
}

/** Why a payout call failed: a plain sentence where we have one, and what the server said. */
export function FailureText({ error, call }: FailureTextProps) {
  const sentence = failureSentence(error, call);
  const serverMessage = error instanceof ApiError ? error.serverMessage : null;
  return (
    <>
      {sentence && <Text mb="2">{sentence}</Text>}
      <Text whiteSpace="pre-line">{serverMessage ?? 'Something went wrong!'}</Text>
    </>
  );
}
