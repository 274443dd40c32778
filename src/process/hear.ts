import { encodingOf } from './decode.ts'

export type OnOutput = (stream: 'stdout' | 'stderr', text: string) => boolean

/** Hands on what a stream carries, as text of whole characters, until `onOutput` has heard enough. */
export function hear(
  stream: 'stdout' | 'stderr',
  onOutput: OnOutput | undefined,
): ((chunk: Buffer) => void) | undefined {
  if (onOutput === undefined) return undefined
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let wantsMore = true
  return (chunk) => {
    if (!wantsMore) return
    decoder ??= new TextDecoder(encodingOf(chunk))
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') wantsMore = onOutput(stream, text)
  }
}
