import * as z from 'zod/mini'

const common = {
  timeout: z.optional(z.number()),
  if: z.optional(z.string()),
  statusMessage: z.optional(z.string()),
}
const onFailure = z.optional(z.enum(['continue', 'block']))
const model = { prompt: z.string(), model: z.optional(z.string()) }

/** Handlers as Claude Code's settings write them. */
const HANDLERS = [
  z.looseObject({
    type: z.literal('command'),
    command: z.string(),
    args: z.optional(z.array(z.string())),
    shell: z.optional(z.enum(['bash', 'powershell'])),
    async: z.optional(z.boolean()),
    asyncRewake: z.optional(z.boolean()),
    onFailure,
    ...common,
  }),
  z.looseObject({
    type: z.literal('http'),
    url: z.string(),
    headers: z.optional(z.record(z.string(), z.string())),
    allowedEnvVars: z.optional(z.array(z.string())),
    onFailure,
    ...common,
  }),
  z.looseObject({
    type: z.literal('mcp_tool'),
    server: z.string(),
    tool: z.string(),
    input: z.optional(z.record(z.string(), z.unknown())),
    ...common,
  }),
  z.looseObject({
    type: z.literal('prompt'),
    ...model,
    continueOnBlock: z.optional(z.boolean()),
    ...common,
  }),
  z.looseObject({ type: z.literal('agent'), ...model, ...common }),
] as const

/** Claude Code's own reader checks groups; this part is for editors and docs. */
export const Group = z
  .strictObject({ matcher: z.optional(z.string()), hooks: z.array(z.union(HANDLERS)) })
  .check(
    z.describe('A block of Claude Code settings, unchanged: its shell form, its timeouts, its defaults.'),
  )
