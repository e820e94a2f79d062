/** @throws when the answer is no success */
export async function postJson(url: string, content: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return requireOk(await fetch(url, { method: 'POST', headers, body: JSON.stringify(content) }));
}

/** @throws when the answer is no success */
export async function requireOk(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
}
