import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

// The parts of jose that the release log uses, with Node's synchronous signatures: a random run
// depends on its seed alone, and no signature is verified twice.

interface Jwk extends JsonWebKey {
  x: string;
}

const known = new Map<string, KeyObject | boolean>();

function remember<Value extends KeyObject | boolean>(name: string, make: () => Value): Value {
  const value = (known.get(name) ?? make()) as Value;
  known.set(name, value);
  return value;
}

export const base64url = {
  encode: (text: string) => Buffer.from(text).toString('base64url'),
  decode: (text: string) => Buffer.from(text, 'base64url'),
};

export class CompactSign {
  readonly #bytes: Uint8Array;
  #header = {};

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  setProtectedHeader(header: object): this {
    this.#header = header;
    return this;
  }

  async sign(key: Jwk): Promise<string> {
    const content = Buffer.from(this.#bytes).toString('base64url');
    const signed = `${base64url.encode(JSON.stringify(this.#header))}.${content}`;
    const secret = remember(`secret ${key.x}`, () => createPrivateKey({ key, format: 'jwk' }));
    return `${signed}.${sign(null, Buffer.from(signed), secret).toString('base64url')}`;
  }
}

export async function compactVerify(jws: string, key: Jwk) {
  const isValid = remember(`${jws} ${key.x}`, () => {
    const [header, content, proof = ''] = jws.split('.');
    const own = remember(key.x, () => createPublicKey({ key, format: 'jwk' }));
    return verify(null, Buffer.from(`${header}.${content}`), own, Buffer.from(proof, 'base64url'));
  });
  if (!isValid) throw new Error('The signature is wrong.');
  return { protectedHeader: decodeProtectedHeader(jws) };
}

const part = (jws: string, index: number) =>
  JSON.parse(String(base64url.decode(jws.split('.')[index] ?? '')));

export const decodeProtectedHeader = (jws: string) => part(jws, 0);
export const decodeJwt = (jws: string) => part(jws, 1);

export const generateKeyPair = async () => generateKeyPairSync('ed25519');
export const exportJWK = async (key: KeyObject) => key.export({ format: 'jwk' });
