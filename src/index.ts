export { createEngine } from './library/create-engine.ts'
export type { Engine, EngineOptions } from './library/engine.ts'
export type { EventInput } from './library/event-input.ts'
export type { EventFields } from './dialects/_families/claude/event-fields.ts'
export type { FunctionHookOptions, SdkHooks, SessionCheckOptions } from './library/function-hooks.ts'
export type { AddedHooks, SessionHookOptions } from './library/session-hooks.ts'
export type { StreamItem } from './library/stream.ts'
export { addContext, allow, ask, deny, rewriteInput } from './core/decision.ts'
export type { Answer, Decision, Effect, Verdict } from './core/decision.ts'
export type { Event } from './core/event.ts'
export type { FunctionHandler, Hook } from './core/hook.ts'
export type { Issue } from './core/issue.ts'
export type { Outcome } from './core/outcome.ts'
export type { Plan } from './core/plan.ts'
export type { Background, BackgroundChange, BackgroundStep } from './engine/background.ts'
export type { DispatchOptions, Run } from './engine/engine.ts'
export type { Progress, RunAbout, StepAbout } from './engine/progress.ts'
export type { AskUser, Asking } from './ports/ask-user.ts'
export type { McpServer, McpServers } from './ports/mcp.ts'
export { createModel } from './ports/model-client.ts'
export type { ModelSettings } from './ports/model-client.ts'
export type { Model, ModelCall, ModelMessage, ModelReply, ModelRequest, ModelTool } from './ports/model.ts'
export {
  compactInstructions,
  compactLines,
  elicitationReply,
  ranAnyHook,
  sessionEndLines,
  worktreePath,
} from './library/outcomes.ts'
export type { ElicitationAnswer, Worktree } from './library/outcomes.ts'
export type { FrontmatterOptions } from './library/session-hooks.ts'
export type { Watching, WatchOptions } from './library/watching.ts'
export type { PluginSpec } from './config/plugins.ts'
