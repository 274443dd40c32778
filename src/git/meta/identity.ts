import { Buffer } from 'node:buffer'
import { encodePath } from '../contracts/paths.ts'
import type { MetaHook } from './meta.ts'

export const identity: MetaHook = {
  id: 'identity',
  name: 'identity',
  verbose: true,
  fixes: false,
  async run(names) {
    const output = Buffer.concat(names.flatMap((name) => [encodePath(name), Buffer.from('\n')]))
    return { code: 0, output }
  },
}
