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
  /** Heap of the worker of one module, in MiB; more ends it. */
  moduleHeapMb: 256,
  /** Kept of what a module writes to stderr, for the message about its failure. */
  moduleStderrBytes: 4_096,
  /** Workers of modules that wait for their next call: how many, and how long. */
  moduleWorkers: { idle: 8, idleMs: 60_000 },
  /** A function hook may not ask for more: setTimeout overflows beyond 2^31-1. */
  maxTimeoutMs: 86_400_000,
  /**
   * Processes of one engine at once, without those in the background; `usual` unless the program says otherwise. Each
   * needs at most 3 descriptors and keeps at most 2 MiB of output (1.4 MiB of memory measured for one that floods
   * stdout), so 128, with half as many on top for events with a budget, stay below 600 of the 1,024 descriptors most
   * systems allow without asking, and below 384 MiB. With fewer than 3, gates would have to wait for turn ends or for
   * hooks that observe.
   */
  maxProcesses: { usual: 128, least: 3, most: 4_096 },
  /**
   * The same for one call of the command line: eight for its one event, thirteen where hooks share a budget. A host
   * makes many calls at once, and each must be able to stop all of its processes before its deadline.
   */
  callProcesses: 27,
  /**
   * Hooks of one engine in the background at once: `perProcess` times its processes unless the program says otherwise.
   * They may last for hours and mostly wait, so there may be more of them than of those somebody waits for.
   */
  maxBackground: { perProcess: 4, least: 1, most: 4_096 },
  /** Hooks of one session in the background at once. */
  backgroundPerSession: 64,
  /** The most places in the background that are kept for sessions that hold fewer than that. */
  backgroundKept: 8,
  /**
   * The longest `asyncTimeout` of a hook that declares itself async while it runs, unless the program says less. A hook
   * that may take longer says `async` in its file, where its author and whoever approves it can see it.
   */
  maxAsyncTimeoutMs: 600_000,
  /** How often in a row hooks may keep a turn from ending. */
  stopBlocks: 8,
  /** A hook that asks more than this floods. */
  questions: 100,
  /** What is told of one hook's output while it runs. */
  progress: { everyMs: 100, bytes: 65_536 },
  payloadBytes: 64 * 1_048_576,
  configBytes: 4 * 1_048_576,
  configDepth: 64,
} as const
