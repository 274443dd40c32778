export { emptyPatch } from '../dialects/codex-runtime/contract.ts'
export type { Attachment, HookContext, HookPatch, Phase } from '../dialects/codex-runtime/contract.ts'
export { PHASES } from '../dialects/_families/runtime/phases.ts'
export type { Draft } from './apply-patches.ts'
export type { ApprovalReply, ApprovalRequest } from './approval.ts'
export type { HookConfig } from './config.ts'
export { blockText, isClean, isHookIssue, NOOP } from './hook.ts'
export type {
  HookAction,
  HookBlock,
  HookCall,
  HookIssue,
  HookIssueClass,
  HookReport,
  PostHook,
  PreHook,
} from './hook.ts'
export { createHookRuntime } from './hook-runtime.ts'
export type {
  CallOptions,
  HookRuntime,
  HookRuntimeOptions,
  Result,
  RunRequest,
  RunSteps,
  SessionRequest,
  ThreadStart,
  TurnStart,
} from './runtime-types.ts'
export { filteredPostHook, filteredPreHook, matches } from './matcher.ts'
export type { HookMatcher } from './matcher.ts'
export { ShellCommandHook } from './shell-command-hook.ts'
export type { ShellCommandOptions } from './shell-command-hook.ts'
export { CONTRACT_VERSION, isCompatible } from './version.ts'
export type { ContractVersion } from './version.ts'
export { actionWire, issueWire, patchWire, reportWire, serializeContext } from './wire.ts'
