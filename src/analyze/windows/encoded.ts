/** Returns the text behind `-EncodedCommand`: base64 of UTF-16. Undefined: it is none. */
export function decodeCommand(encoded: string): string | undefined {
  const plain = encoded.replaceAll(/\s/g, '')
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(plain)) return undefined
  try {
    const bytes = Uint8Array.from(atob(plain), (char) => char.charCodeAt(0))
    return bytes.length % 2 === 0 ? new TextDecoder('utf-16le', { fatal: true }).decode(bytes) : undefined
  } catch {
    return undefined
  }
}
