import { digestHook, type Digest } from '../../src/config/digest.ts'
import { withNames } from '../../src/config/with-names.ts'
import type { Hook } from '../../src/core/hook.ts'
import { isUsualGap } from '../../src/core/named-files.ts'
import { namesInFile } from '../../src/covers/follow.ts'
import { claudeCode } from '../../src/dialects/claude-code/index.ts'
import { hook } from './builders.ts'
import { memoryFiles, type MemoryEntry } from './memory-files.ts'

const project = { dir: '/p', written: '/p' }
const source = { file: '/p/hookwright.yaml', pointer: [], scope: 'project' } as const

type Content = Readonly<Record<string, MemoryEntry>>

/** Of a hook that runs the text with bash, in a project with these files. */
export async function digestOf(text: string, content: Content, fields: Partial<Hook> = {}): Promise<Digest> {
  const start = { kind: 'script', shell: 'bash', source: text, args: [] } as const
  const files = Object.fromEntries(Object.entries(content).map(([name, entry]) => [`/p/${name}`, entry]))
  const [ours = hook()] = await withNames(
    [hook({ handler: { type: 'command', start, cwd: '.' }, source, ...fields })],
    claudeCode,
  )
  return digestHook(ours, {
    project,
    files: memoryFiles(files),
    follow: (_key, part, { bytes, variables }) => namesInFile(part, bytes, variables),
  })
}

/** What is told besides what holds for every script. */
export function told({ gaps }: Digest): readonly string[] {
  return gaps.filter((gap) => !isUsualGap(gap)).map(({ kind, what }) => `${kind}: ${what}`)
}
