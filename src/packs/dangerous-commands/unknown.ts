import type { LineAnalysis, Unanalysable } from '../../analyze/line.ts'
import { isUsualTool } from '../touches/usual-tool.ts'
import type { Finding } from './finding.ts'

/** Reports about scripts of the project: whoever builds a project runs its code, and nobody wants to be asked each time. */
const USUAL: ReadonlySet<string> = new Set(['unseen-script', 'project-code'])

/** Returns findings for what cannot be known of a line and may be anything. */
export function unknownIn({ unanalysable, programs }: LineAnalysis): readonly Finding[] {
  return unanalysable.flatMap((each) => {
    if (USUAL.has(each.code)) return []
    const program = each.program === undefined ? undefined : programs[each.program]
    if (each.code === 'run-time-name' && program !== undefined && isUsualTool(program)) return []
    return [findingFor(each, program?.name ?? '')]
  })
}

function findingFor({ why, code }: Unanalysable, program: string): Finding {
  const what = why.replace(/\.$/, '')
  return {
    category: 'unanalysable',
    program: '',
    what: `run something that cannot be known${program === '' ? '' : ` (${program})`}: ${what.slice(0, 1).toLowerCase()}${what.slice(1)} [${code}]`,
    instead: 'Write the command out, in smaller steps.',
  }
}
