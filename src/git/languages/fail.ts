import { Buffer } from 'node:buffer'
import { encodePath } from '../contracts/paths.ts'
import type { Backend } from '../contracts/runnable.ts'

/** Refuses every file it is given; `entry` says why. */
export const fail: Backend = {
  prepare: (hook) =>
    Promise.resolve({
      kind: 'in-process',
      run: (names) => Promise.resolve({ code: 1, output: refusal(hook.entry, names) }),
    }),
}

function refusal(entry: string, names: readonly string[]): Buffer {
  return Buffer.concat([Buffer.from(`${entry}\n\n`), encodePath(names.map((name) => `${name}\n`).join(''))])
}
