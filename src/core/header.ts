/** They say where a message ends and how it is packed, which is not for a config file to say. */
const FRAMING: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export function framesMessage(header: string): boolean {
  return FRAMING.has(header.toLowerCase())
}

const REFERENCE = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g

/** Each `$NAME` and `${NAME}` is replaced once; what `fill` gives is never looked at for further ones. */
export function fillVariables(value: string, fill: (name: string) => string): string {
  return value.replace(REFERENCE, (_, braced?: string, bare?: string) => fill(braced ?? bare ?? ''))
}

export function variablesIn(value: string): readonly string[] {
  return [...value.matchAll(REFERENCE)].map(([, braced, bare]) => braced ?? bare ?? '')
}
