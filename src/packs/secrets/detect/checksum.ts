import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns the six characters that GitHub and npm put behind the random part of a token. */
export function checksumOf(random: string): string {
  let rest = crc32(random)
  let text = ''
  for (; rest > 0; rest = Math.floor(rest / 62)) text = `${DIGITS[rest % 62] ?? ''}${text}`
  return text.padStart(6, '0')
}

/** Whether the last six characters are the checksum of those between the first `_` and them. */
export function hasChecksum(token: string): boolean {
  const body = token.slice(token.indexOf('_') + 1)
  return body.length === 36 && checksumOf(body.slice(0, 30)) === body.slice(30)
}
