import { claudeWriter } from '../_families/claude/writer.ts'
import type { ConfigWriter } from '../writer.ts'
import { claudeContract } from './contract.ts'

/** Writes settings with nothing but hooks. */
export const writer: ConfigWriter = claudeWriter(
  { format: 'json', file: '.claude/settings.json', top: {} },
  {
    contract: claudeContract,
    host: claudeContract.title,
    traits: new Set(['if', 'async', 'asyncRewake', 'asks', 'statusMessage']),
    keys: new Set(['args', 'shell', 'onFailure']),
  },
)
