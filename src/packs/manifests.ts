import { commitGate } from './commit-gate/manifest.ts'
import { format } from './format/manifest.ts'
import type { PackManifest } from './manifest.ts'
import { secrets } from './secrets/manifest.ts'

/** Every pack behind `hookwright/`, in the order of the docs. */
export const MANIFESTS: readonly PackManifest[] = [commitGate, format, secrets]
