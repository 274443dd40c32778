import { audit } from './audit/manifest.ts'
import { commitGate } from './commit-gate/manifest.ts'
import { context } from './context/manifest.ts'
import { dangerousCommands } from './dangerous-commands/manifest.ts'
import { format } from './format/manifest.ts'
import type { PackManifest } from './manifest.ts'
import { notify } from './notify/manifest.ts'
import { protectPaths } from './protect-paths/manifest.ts'
import { secrets } from './secrets/manifest.ts'

/** Every pack behind `hookwright/`, in the order of the docs. */
export const MANIFESTS: readonly PackManifest[] = [
  dangerousCommands,
  commitGate,
  format,
  protectPaths,
  secrets,
  audit,
  notify,
  context,
]
