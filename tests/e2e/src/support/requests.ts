/** @throws when the response is not successful */
export async function postJson(url: string, content: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return requireOk(await fetch(url, { method: 'POST', headers, body: JSON.stringify(content) }));
}

/** @throws when the response is not successful */
export async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
}
