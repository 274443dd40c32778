import type { Agent } from './agent.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { geminiCli } from './gemini.ts'

/** The agents that can be run without a network, in the order of the table. */
export const AGENTS: readonly Agent[] = [claudeCode, codex, geminiCli, copilot]
