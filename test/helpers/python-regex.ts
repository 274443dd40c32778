import { spawnSync } from 'node:child_process'

/** Where a pattern is found in each text, or why it is none. */
export type PythonFinding =
  | { readonly error: string }
  | { readonly spans: readonly (readonly [start: number, end: number] | null)[] }

type PythonCall = {
  /** `bytes`: patterns and texts are encoded as latin1. */
  readonly kind: 'str' | 'bytes'
  readonly flags?: readonly ('I' | 'M' | 'S')[]
  readonly texts: readonly string[]
}

const SCRIPT = `
import json, re, sys, warnings
warnings.simplefilter('ignore')
call = json.load(sys.stdin)
encode = (lambda s: s.encode('latin1')) if call['kind'] == 'bytes' else (lambda s: s)
flags = 0
for name in call['flags']:
    flags |= getattr(re, name)
texts = [encode(text) for text in call['texts']]
def find(pattern):
    try:
        regex = re.compile(encode(pattern), flags)
    except Exception as error:
        return {'error': str(error)}
    found = [regex.search(text) for text in texts]
    return {'spans': [match and match.span() for match in found]}
json.dump([find(pattern) for pattern in call['patterns']], sys.stdout)
`

/** What Python's own \`re\` says, in one process; a text when there is no Python from 3.11 on. */
export function pythonFindings(
  patterns: readonly string[],
  { kind, flags = [], texts }: PythonCall,
): readonly PythonFinding[] | { readonly missing: string } {
  const version = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 11))'])
  if (version.stdout?.toString().trim() !== 'True')
    return { missing: 'python3 from 3.11 on is not installed' }
  const input = JSON.stringify({ patterns, kind, flags, texts })
  const run = spawnSync('python3', ['-c', SCRIPT], { input, maxBuffer: 1 << 28 })
  if (run.status !== 0) throw new Error(`python3 failed: ${run.stderr.toString()}`)
  return JSON.parse(run.stdout.toString()) as readonly PythonFinding[]
}
