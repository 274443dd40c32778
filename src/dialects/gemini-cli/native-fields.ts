import type { Verdict } from '../../core/decision.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { NAME } from './name.ts'

/** Fields of `hookSpecificOutput` that only this host understands, by canonical event. */
export const NATIVE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  PostToolUse: ['tailToolCallRequest'],
  Stop: ['clearContext'],
  BeforeModel: ['llm_request', 'llm_response'],
  AfterModel: ['llm_response'],
  BeforeToolSelection: ['toolConfig'],
}

/** True for a value that the host acts on. It passes over any other, or breaks on it. */
export function isUsable(field: string, value: unknown): value is JsonObject | true {
  if (field === 'clearContext') return value === true
  return isObject(value) && (field !== 'llm_response' || isResponse(value))
}

/** On another one the host throws, and then forgets the whole answer: a deny beside it is lost (0.61.0). */
function isResponse({ candidates }: JsonObject): boolean {
  return Array.isArray(candidates) && candidates.every(isCandidate)
}

function isCandidate(candidate: unknown): boolean {
  const content = isObject(candidate) ? candidate['content'] : undefined
  return isObject(content) && Array.isArray(content['parts'])
}

/** Returns what hooks of this wire set; of two values for a field the later one stands, except for the choice of tools. */
export function nativeFields({ effects }: Pick<Verdict, 'effects'>, event: string): JsonObject {
  const known = NATIVE_FIELDS[event] ?? []
  const found = effects.flatMap((effect) =>
    effect.kind === 'native' && effect.wire === NAME && known.includes(effect.field) ? [effect] : [],
  )
  const usable = found.filter(({ field, value }) => isUsable(field, value))
  const configs = usable.flatMap(({ field, value }) => (field === 'toolConfig' ? [value] : []))
  return {
    ...Object.fromEntries(usable.map(({ field, value }) => [field, value])),
    ...(configs.length > 0 && { toolConfig: joinConfigs(configs) }),
  }
}

/** The strictest mode counts, and the names of all hooks. */
function joinConfigs(configs: readonly unknown[]): JsonObject {
  const all = configs.filter(isObject)
  const modes = new Set(all.map(({ mode }) => mode))
  if (modes.has('NONE')) return { mode: 'NONE', allowedFunctionNames: [] }
  const names = all.flatMap(({ allowedFunctionNames: each }) => (Array.isArray(each) ? each : []))
  const texts = names.filter((each): each is string => typeof each === 'string')
  return {
    mode: modes.has('ANY') ? 'ANY' : 'AUTO',
    allowedFunctionNames: [...new Set(texts)].toSorted(),
  }
}
