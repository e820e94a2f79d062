import { ApiError } from '@kargo/shared-runtime/api-client';
import { css } from '@kargo/shared-runtime/styles';
import { codeSentence, failureSentence } from './failure-sentence.tsx';

interface FailureTextProps {
  error: unknown;
  call: 'upload' | 'request';
  /** Sentences that say what to do, by the refusal's code. */
  refusals: Record<string, string>;
}

/** Why a payout call failed: our plain sentence, what the server said, and what to do. */
export function FailureText({ error, call, refusals }: FailureTextProps) {
  const sentence = failureSentence(error, call);
  const serverMessage = error instanceof ApiError ? error.serverMessage : null;
  const nextStep = codeSentence(error, refusals);
  return (
    <>
      {sentence && <p className={css({ mb: '2' })}>{sentence}</p>}
      <p className={css({ whiteSpace: 'pre-line' })}>{serverMessage ?? 'Something went wrong!'}</p>
      {nextStep && <p className={css({ mt: '2' })}>{nextStep}</p>}
    </>
  );
}
