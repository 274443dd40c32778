import { readFileSync } from 'node:fs'
import { EXIT, type Invocation } from '../command.ts'

/** The committed schema, byte for byte: what editors and this command read is one file. */
export async function schema({ io }: Invocation): Promise<number> {
  io.out(readFileSync(new URL('../../schemas/hookwright.json', import.meta.url), 'utf8'))
  return EXIT.ok
}
