import { parseParameter } from './parameter.ts'
import { inDoubt, type Match } from './shell-pattern.ts'
import { hostOf, urlHosts } from './url-hosts.ts'
import { compileStars, compileWildcard } from '../analyze/wildcard.ts'

type Input = Readonly<Record<string, unknown>>

/** `domain:host`, where `*.host` means its subdomains. */
export function matchUrl(content: string, input: Input): Match {
  if (!content.startsWith('domain:')) return matchParameter(content, input)
  const { hosts, isPlain } = urlHosts(input['url'])
  if (hosts.length === 0) return inDoubt('the call has no readable URL')
  const pattern = content.slice('domain:'.length).trim()
  const fits = compileStars(hostOf(`http://${pattern}`) ?? pattern.toLowerCase())
  if (!hosts.some(fits))
    return isPlain ? found(false, 'the host') : inDoubt('the URL can be read in several ways')
  return { ...found(true, 'the host'), whole: isPlain && hosts.every(fits) }
}

export function matchAgent(content: string, input: Input): Match {
  const type = input['subagent_type']
  const byName = compileWildcard(content)(typeof type === 'string' && type !== '' ? type : 'general-purpose')
  return byName ? found(true, 'the agent') : matchParameter(content, input)
}

/** `name`, or `name *` for any arguments. */
export function matchSkill(content: string, input: Input): Match {
  const skill = input['skill']
  if (typeof skill !== 'string') return inDoubt('the call names no skill')
  const name = skill.replace(/^\//, '')
  const args = typeof input['args'] === 'string' ? input['args'] : ''
  const matches = compileWildcard(content.replace(/^\//, ''))
  return matches(name) || matches(`${name} ${args}`)
    ? found(true, 'the skill')
    : matchParameter(content, input)
}

/**
 * `parameter:value` exists for deny and ask rules of Claude Code only. No allow rests on it: the model can add an
 * argument of any name, and in `Agent(plugin:reviewer)` the author means the agent.
 */
export function matchParameter(content: string, input: Input): Match {
  const { name = '', pattern = '' } = parseParameter(content) ?? {}
  const value = Object.hasOwn(input, name) ? input[name] : undefined
  if (!isScalar(value)) return found(false, 'the call')
  return { ...found(compileStars(pattern)(String(value)), `its ${name}`), whole: false }
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function found(holds: boolean, what: string): Match {
  return { holds, why: `${what} ${holds ? 'matches' : 'does not match'}`, whole: holds }
}
