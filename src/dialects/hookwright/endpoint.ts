import { framesMessage, variablesIn } from '../../core/header.ts'
import { issue, type Issue, type Place } from '../../core/issue.ts'
import { at } from '../_families/claude/shape.ts'

/** What is wrong with a URL of ours. Whether its host may be reached shows when it is called. */
export function checkUrl(text: string, place: Place): readonly Issue[] {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return [issue('config.value', place, '"url" must be an http: or https: URL, not this string.')]
  if (url.protocol === 'https:' || isThisMachine(url.hostname)) return []
  const message = `"url" is not encrypted, and "${url.hostname}" is not this machine.`
  return [issue('http.plain', place, message, 'Use https:.')]
}

function isThisMachine(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

type Headers = Readonly<Record<string, string>>

/** A reference that is not filled in would be sent as nothing, and a guard asked by nobody in particular. */
export function checkHeaders(
  headers: Headers,
  allowed: readonly string[] | undefined,
  place: Place,
): readonly Issue[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const here = at(place, name)
    if (framesMessage(name)) return [ours(name, here)]
    if (allowed === undefined) return []
    const unlisted = new Set(variablesIn(value).filter((each) => !allowed.includes(each)))
    return [...unlisted].map((variable) => notListed(name, variable, here))
  })
}

function ours(name: string, place: Place): Issue {
  return issue('http.header', place, `Header "${name}" is set by hookwright.`, 'Remove it.')
}

function notListed(name: string, variable: string, place: Place): Issue {
  return issue(
    'http.header',
    place,
    `Header "${name}" names the variable "${variable}", which is not in "allowedEnvVars".`,
    `Write \`allowedEnvVars: [${variable}]\` if it may be sent there.`,
  )
}
