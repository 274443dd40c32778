/** Bounds that more than one part of the engine keeps to. Times in milliseconds, sizes in bytes. */
export const limits = {
  /** TERM to KILL. */
  killGraceMs: 1_000,
  /** How long to look for survivors after KILL. */
  sweepMs: 500,
  /** After a normal exit: how long pipes held by descendants are waited for. */
  settleMs: 250,
  /** Kept of each stream; half from the head, half from the tail. */
  outputBytes: 1_048_576,
  /** A function hook may not ask for more: setTimeout overflows beyond 2^31-1. */
  maxTimeoutMs: 86_400_000,
  /** Processes of one engine at once. */
  processSlots: 8,
  /** Hooks of one engine that run in the background at once. */
  backgroundSteps: 64,
  /** A hook that asks more than this floods. */
  questions: 100,
  payloadBytes: 64 * 1_048_576,
  configBytes: 4 * 1_048_576,
  configDepth: 64,
} as const
