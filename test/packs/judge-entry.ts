import { dangerousCommands as code } from '../../src/packs/dangerous-commands/code.ts'
import { dangerousCommands as manifest } from '../../src/packs/dangerous-commands/manifest.ts'
import { judged } from '../helpers/judged-line.ts'
import { MACHINE, type CorpusEntry } from './corpus.ts'

const OPTIONS = { level: 'deny', unanalysable: 'ask' }

/** What the pack makes of an entry: the strictest of what it says about its calls. */
export type Judgement = 'deny' | 'ask' | 'pass'

/** Returns what `hookwright/dangerous-commands` makes of an entry, at the level that the bars are measured at. */
export async function judgeEntry({ calls, files }: CorpusEntry): Promise<Judgement> {
  const { home, project } = MACHINE
  const machine = { home, projectDir: project, files: Object.fromEntries(files) }
  const decisions: (string | undefined)[] = []
  for (const call of calls) {
    const answer = await judged({ manifest, code }, call, OPTIONS, machine)
    decisions.push(answer?.decision)
  }
  if (decisions.includes('deny')) return 'deny'
  return decisions.includes('ask') ? 'ask' : 'pass'
}
