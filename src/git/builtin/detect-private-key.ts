import type { Buffer } from 'node:buffer'
import { isIssue } from '../../core/issue.ts'
import type { BuiltinHook } from './builtin.ts'
import { eachFile, type Report } from './each-file.ts'
import { parseOptions } from './options.ts'
import { shownName } from './shown-name.ts'

/** All but one of the marks start like this, so that most files are searched twice, not ten times. */
const START = 'BEGIN '
const STARTED = [
  'RSA PRIVATE KEY',
  'DSA PRIVATE KEY',
  'EC PRIVATE KEY',
  'OPENSSH PRIVATE KEY',
  'PRIVATE KEY',
  'SSH2 ENCRYPTED PRIVATE KEY',
  'PGP PRIVATE KEY BLOCK',
  'ENCRYPTED PRIVATE KEY',
  'OpenVPN Static key V1',
]
const PUTTY = 'PuTTY-User-Key-File-2'
const LONGEST = Math.max(...STARTED.map((each) => each.length))

export const detectPrivateKey: BuiltinHook = {
  id: 'detect-private-key',
  name: 'detect private key',
  description: 'Detects the presence of private keys.',
  types: ['text'],
  fixes: false,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, { flags: [], rest: 'names' })
    if (isIssue(options)) return options
    return eachFile([...options.rest, ...names], context, {
      file: (bytes, name) => (hasKey(bytes) ? found(name) : undefined),
      async big(file, name) {
        for await (const piece of file.pieces()) if (hasKey(piece)) return found(name)
        return undefined
      },
    })
  },
}

function found(name: string): Report {
  return { output: `Private key found: ${shownName(name)}\n` }
}

function hasKey(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(START); at >= 0; at = bytes.indexOf(START, at + 1)) {
    const text = bytes.toString(
      'latin1',
      at + START.length,
      Math.min(bytes.length, at + START.length + LONGEST),
    )
    if (STARTED.some((each) => text.startsWith(each))) return true
  }
  return bytes.includes(PUTTY)
}
