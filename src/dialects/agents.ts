import type { HostName } from './registry.ts'

/** How it is seen that an agent is on a machine. */
export type AgentTraces = {
  /** Names of its program. */
  readonly programs: readonly string[]
  /** Folders below the home directory that its use leaves. */
  readonly folders: readonly string[]
}

/** By the name of the dialect. One that is absent is no program that a person starts. */
export const AGENTS: Readonly<Partial<Record<HostName, AgentTraces>>> = {
  'claude-code': { programs: ['claude'], folders: ['.claude'] },
  copilot: { programs: ['copilot'], folders: ['.copilot'] },
  'codex-cli': { programs: ['codex'], folders: ['.codex'] },
  'gemini-cli': { programs: ['gemini'], folders: ['.gemini'] },
  cursor: { programs: ['cursor-agent', 'cursor'], folders: ['.cursor'] },
  'qwen-code': { programs: ['qwen'], folders: ['.qwen'] },
  droid: { programs: ['droid'], folders: ['.factory'] },
  continue: { programs: ['cn'], folders: ['.continue'] },
  devin: { programs: ['devin'], folders: ['.config/devin'] },
  augment: { programs: ['auggie'], folders: ['.augment'] },
  junie: { programs: ['junie'], folders: ['.junie'] },
  kimi: { programs: ['kimi'], folders: ['.kimi-code'] },
  grok: { programs: ['grok'], folders: ['.grok'] },
  qoder: { programs: ['qodercli', 'qoder'], folders: ['.qoder'] },
  deepagents: { programs: ['deepagents'], folders: ['.deepagents'] },
  crush: { programs: ['crush'], folders: ['.config/crush'] },
  goose: { programs: ['goose'], folders: ['.config/goose'] },
  kiro: { programs: ['kiro-cli', 'kiro'], folders: ['.kiro'] },
  'amazon-q': { programs: ['q'], folders: ['.aws/amazonq'] },
  hermes: { programs: ['hermes'], folders: ['.hermes'] },
  openhands: { programs: ['openhands'], folders: ['.openhands'] },
  'mistral-vibe': { programs: ['vibe'], folders: ['.vibe'] },
  windsurf: { programs: ['windsurf'], folders: ['.codeium/windsurf'] },
  cline: { programs: ['cline'], folders: ['.cline', 'Documents/Cline'] },
  antigravity: { programs: ['agy', 'antigravity'], folders: ['.gemini/config'] },
}
