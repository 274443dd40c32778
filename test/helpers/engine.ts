import type { EventTraits } from '../../src/dialects/event-traits.ts'
import type { Hook } from '../../src/core/hook.ts'
import type { Combination, Dialect } from '../../src/dialects/dialect.ts'
import { claudeCode } from '../../src/dialects/claude-code/index.ts'
import { createBackground } from '../../src/engine/background.ts'
import type { EngineParts } from '../../src/engine/parts.ts'
import { createEngineCore, type EngineCore } from '../../src/engine/engine.ts'
import { createProcessSlots } from '../../src/engine/slots.ts'
import { createHandlers } from '../../src/handlers/index.ts'
import type { Handler } from '../../src/handlers/handler.ts'
import { systemClock } from '../../src/ports/clock.ts'
import { ofProject, openPolicy, toolEvent } from './builders.ts'

/** A dialect that runs its group as told; everything else is Claude Code's. */
export function dialectWith(combination: Partial<Combination>): Dialect {
  return { ...claudeCode, combination: { ...claudeCode.combination, ...combination } }
}

const NO_COMMANDS: Handler = () => Promise.reject(new Error('this test starts no process'))

/** An engine over real handlers, with a port replaced where the test says so. */
export function engineOf(
  hooks: readonly Hook[],
  parts: Partial<EngineParts> & { command?: Handler; pack?: Handler; slotCount?: number } = {},
): EngineCore {
  const { command = NO_COMMANDS, pack = NO_COMMANDS, slotCount = 8, ...rest } = parts
  return createEngineCore({
    hooks,
    refuse: openPolicy.refuse,
    ofProject,
    loadConditions: () => Promise.resolve(openPolicy.condition),
    clock: systemClock,
    review: 'hookwright trust show',
    host: (name) => (name === 'claude-code' ? claudeCode : undefined),
    dialect: () => dialectWith({ rewrites: 'merge' }),
    hookSide: () => claudeCode.hooks(),
    handlers: createHandlers({
      clock: systemClock,
      command: () => Promise.resolve(command),
      module: () => Promise.resolve(NO_COMMANDS),
      http: () => Promise.resolve(NO_COMMANDS),
      mcp_tool: () => Promise.resolve(NO_COMMANDS),
      model: () => Promise.resolve(NO_COMMANDS),
      pack: () => Promise.resolve(pack),
    }),
    variables: () => ({}),
    keepText: () => '/kept/text.txt',
    maxAsyncTimeoutMs: 600_000,
    slots: createProcessSlots(3 * slotCount),
    traits,
    background: createBackground({
      now: systemClock.now,
      places: { total: 512, perSession: 64, kept: 8 },
      warn: () => {},
    }),
    warn: () => {},
    asks: (hook) => hook.asks === true,
    sessionEnv: () => Promise.reject(new Error('this test sets no variables')),
    probe: (name) => toolEvent('Bash', {}, { name }),
    ...rest,
  })
}

/** Of a small host of this test's own. */
function traits(event: string): EventTraits {
  return {
    gate: event === 'PreToolUse',
    replaces: event === 'WorktreeCreate',
    endsTurn: event === 'Stop' || event === 'SubagentStop',
    envFile: false,
    budgeted: event === 'SessionEnd',
  }
}
