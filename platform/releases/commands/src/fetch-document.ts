import { CliError } from './cli-error.ts';

const answerMs = 10_000;

/**
 * Fetches a document of a site.
 *
 * @param parse throws an Error of one sentence for another document
 * @throws {CliError} when there is no answer, or another one
 */
export async function fetchDocument<Content>(
  url: string,
  parse: (text: string) => Content,
): Promise<Content> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs) }).catch(() => undefined);
  if (!answer) throw new CliError(`${url} does not answer.`);
  if (answer.status === 404)
    throw new CliError(`${url} answers 404: the site is older than this address.`);
  if (!answer.ok) throw new CliError(`${url} answers ${answer.status}.`);
  try {
    return parse(await answer.text());
  } catch (error) {
    throw new CliError((error as Error).message);
  }
}
