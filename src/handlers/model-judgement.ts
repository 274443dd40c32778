/** What a model has to say in the end. */
export type Judgement = { readonly ok: boolean; readonly reason?: string; readonly impossible?: boolean }

export type JudgementForm = 'prompt' | 'agent'

type Check = { readonly expected: string; readonly holds: (value: unknown) => boolean }

const flag: Check = { expected: 'true or false', holds: (value) => typeof value === 'boolean' }
const text: Check = { expected: 'text', holds: (value) => typeof value === 'string' }

const FIELDS: Readonly<Record<JudgementForm, Readonly<Record<string, Check>>>> = {
  prompt: { ok: flag, reason: text, impossible: flag },
  agent: { ok: flag, reason: text },
}

/** The judgement, or what is wrong with it: a sentence's end after "the answer ". */
export function parseJudgement(said: string, form: JudgementForm): Judgement | string {
  const source = unfenced(said.trim())
  if (source === '') return 'is empty'
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    return 'is not one JSON object and nothing else'
  }
  const judgement = checkJudgement(value, form)
  if (typeof judgement === 'string') return judgement
  return hasTwins(source, judgement) ? 'says the same key twice' : judgement
}

export function checkJudgement(value: unknown, form: JudgementForm): Judgement | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is no JSON object'
  const fields = FIELDS[form]
  for (const [key, given] of Object.entries(value)) {
    const check = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (check === undefined) return `has the unknown key "${key.slice(0, 40)}"`
    if (!check.holds(given)) return `must have ${check.expected} in "${key}"`
  }
  const { ok, reason } = value as Partial<Judgement>
  if (ok === undefined) return 'has no "ok"'
  if (!ok && (reason ?? '').trim() === '') return 'says no without a "reason"'
  return value as Judgement
}

/** Models like to put JSON into one code block. */
function unfenced(said: string): string {
  return /^```(?:json)?[ \t]*\r?\n(.*)\n```$/s.exec(said)?.[1]?.trim() ?? said
}

/** `JSON.parse` lets the later of two keys win. A judgement is flat, so its keys can be counted. */
function hasTwins(source: string, judgement: Judgement): boolean {
  const strings = [...source.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/gs)]
  return strings.filter(([, colon]) => colon !== undefined).length > Object.keys(judgement).length
}
