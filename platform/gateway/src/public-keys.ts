/** Keys of docker-compose.local.env, so not secret. One line, as `pnpm new-remote` adds to it. */
const PUBLISHERS =
  '{"log":"not-secret","keys":[{"crv":"Ed25519","x":"bJ7_Yc9T4Hkp8L-b4OTfdqq7GnIphpNN4YYyAaT_zFo","kty":"OKP","kid":"not-secret-shell","apps":["shell"]},{"crv":"Ed25519","x":"GZlf3-4-HO6y69xwwnRdW9f3hdUVaBmCSwpNJ4OkHbI","kty":"OKP","kid":"not-secret-auth","apps":["auth"]},{"crv":"Ed25519","x":"m_LGKqWp5QAqM7kD1VUn--EnKiAUGbf4urh6mRaHW1k","kty":"OKP","kid":"not-secret-marketing","apps":["marketing"]},{"crv":"Ed25519","x":"-cHyEmb_M6mJ4zehI6gxXp8ZCdcFemqGK9qDvGNrApQ","kty":"OKP","kid":"not-secret-profile","apps":["profile"]}]}';

const bytesOf = ({ x }: { x: string }) => Buffer.from(x, 'base64url').toString('hex');
const known = new Set(JSON.parse(PUBLISHERS).keys.map(bytesOf));

/** Whether a key is one of these, whatever its name. */
export const isPublicKey = (key: { x: string }) => known.has(bytesOf(key));

export const publicSecret = 'nobody-outside-reaches-what-this-opens';
