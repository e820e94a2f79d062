import { ApiError } from '@kargo/shared-runtime/api-client';
import { Text } from '@kargo/shared-runtime/ui';
import { codeSentence, failureSentence } from './failure-sentence.tsx';

interface FailureTextProps {
  error: unknown;
  call: 'upload' | 'request';
  /** Sentences that say what to do, by the code of a refusal. */
  refusals: Record<string, string>;
}

/** Why a payout call failed: a plain sentence where we have one, what the server said, and what to do. */
export function FailureText({ error, call, refusals }: FailureTextProps) {
  const sentence = failureSentence(error, call);
  const serverMessage = error instanceof ApiError ? error.serverMessage : null;
  const nextStep = codeSentence(error, refusals);
  return (
    <>
      {sentence && <Text mb="2">{sentence}</Text>}
      <Text whiteSpace="pre-line">{serverMessage ?? 'Something went wrong!'}</Text>
      {nextStep && <Text mt="2">{nextStep}</Text>}
    </>
  );
}
